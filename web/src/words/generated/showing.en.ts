// Written by `python -m web.make_words` from words/*.toml; change those.

import type { KeyOf } from './keys'

export const TEXTS: Record<KeyOf<'showing'>, string> = {
  'showing.by_turns': "by turns",
  'showing.certificate': "Certificate",
  'showing.certificates': "Certificates for the first three",
  'showing.certificates_season': "Certificates for the season's leaders",
  'showing.damaged': "1 night cannot be read and does not count. Whoever runs the server finds more in its log.|{count} nights cannot be read and do not count. Whoever runs the server finds more in its log.",
  'showing.dealt': "Dealer",
  'showing.more_nights': "Earlier nights",
  'showing.more_places': "More places",
  'showing.no_sheets': "No table of this round has real cards: the others keep their scores themselves.",
  'showing.not_drawn': "No round has been drawn yet.",
  'showing.on_the_wall': "What is shown",
  'showing.ratings': "Ratings",
  'showing.ratings_none': "Nobody has an account, a rating and so many nights yet.",
  'showing.ratings_note': "people who have played in at least 1 night|people who have played in at least {count} nights",
  'showing.ratings_within': "± says how uncertain a rating still is: the strength lies within it in 19 of 20 cases.",
  'showing.score_sheet': "Score sheet",
  'showing.score_sheets': "Score sheets",
  'showing.series_print': "Print standings and certificates",
  'showing.signed': "Signed",
  'showing.what_to_print': "What is printed",
}
