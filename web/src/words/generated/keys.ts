// Written by `python -m web.make_words` from words/*.toml; change those.

/** What is put into each text. */
export interface Parameters {
  'account.administration': null
  'account.bot': null
  'account.bot_become': null
  'account.bot_is': { name: string | number }
  'account.bot_note': null
  'account.bot_sure': { name: string | number }
  'account.bot_yes': null
  'account.code': null
  'account.code_note': null
  'account.codes': null
  'account.codes_copied': null
  'account.codes_copy': null
  'account.codes_done': null
  'account.codes_file': { name: string | number; site: string | number }
  'account.codes_how': null
  'account.codes_kept': null
  'account.codes_left': { count: number }
  'account.codes_new': null
  'account.codes_new_note': null
  'account.codes_print': null
  'account.codes_save': null
  'account.codes_title': null
  'account.codes_uncopied': null
  'account.data': null
  'account.data_get': null
  'account.data_note': null
  'account.delete': null
  'account.delete_guest': null
  'account.delete_stays': null
  'account.delete_type': { name: string | number }
  'account.delete_what': null
  'account.delete_yes': null
  'account.deleted': null
  'account.devices': null
  'account.devices_note': null
  'account.devices_open': null
  'account.first_way': null
  'account.keep': null
  'account.made': { name: string | number }
  'account.mail': null
  'account.mail_address': null
  'account.mail_ask': null
  'account.mail_asked': null
  'account.mail_code': null
  'account.mail_confirm': null
  'account.mail_confirmed': null
  'account.mail_give': null
  'account.mail_none': null
  'account.mail_note': null
  'account.mail_send': null
  'account.mail_sent': { address: string | number }
  'account.make': null
  'account.make_why': null
  'account.make_yes': null
  'account.name': null
  'account.name_note': null
  'account.passkey': null
  'account.passkey_add': null
  'account.passkey_added': null
  'account.passkey_browser': null
  'account.passkey_cancelled': null
  'account.passkey_elsewhere': null
  'account.passkey_label': null
  'account.passkey_made': { day: string | number }
  'account.passkey_note': null
  'account.passkey_there': null
  'account.passkey_used': { made: string | number; used: string | number }
  'account.passkeys': null
  'account.passkeys_none': null
  'account.passphrase': null
  'account.passphrase_change': null
  'account.passphrase_is': null
  'account.passphrase_new': null
  'account.passphrase_none': null
  'account.passphrase_note': null
  'account.passphrase_save': null
  'account.passphrase_saved': null
  'account.passphrase_set': null
  'account.passphrase_show': null
  'account.prove': null
  'account.prove_code': null
  'account.prove_other': null
  'account.prove_passkey': null
  'account.prove_passphrase': null
  'account.prove_why': null
  'account.remove': null
  'account.remove_what': { what: string | number }
  'account.removed': { what: string | number }
  'account.rename': null
  'account.rename_note': null
  'account.rename_when': { day: string | number }
  'account.renamed': { name: string | number }
  'account.role_administrator': null
  'account.role_organiser': null
  'account.role_player': null
  'account.scope_bot': null
  'account.scope_history': null
  'account.scope_profile': null
  'account.sign_in': null
  'account.sign_in_code': null
  'account.sign_in_passkey': null
  'account.sign_in_passphrase': null
  'account.sign_in_why': null
  'account.sign_out': null
  'account.signed_in': { name: string | number }
  'account.signed_out': null
  'account.since': { day: string | number }
  'account.sits': null
  'account.sits_leave': null
  'account.sits_make': null
  'account.sits_stay': null
  'account.sits_why': { count: number; name: string | number }
  'account.title': null
  'account.token_copied': null
  'account.token_days': null
  'account.token_end': null
  'account.token_end_what': { what: string | number }
  'account.token_ever': null
  'account.token_for': { count: number }
  'account.token_label': null
  'account.token_made': null
  'account.token_never': null
  'account.token_new': null
  'account.token_once': null
  'account.token_scopes': null
  'account.token_uncopied': null
  'account.token_until': { day: string | number }
  'account.token_used': { day: string | number }
  'account.tokens': null
  'account.tokens_none': null
  'account.tokens_note': null
  'account.way': null
  'account.ways': null
  'admin.accounts': null
  'admin.act_annul': null
  'admin.act_ban': null
  'admin.act_lift': null
  'admin.act_mute': null
  'admin.act_remove': null
  'admin.act_reset': null
  'admin.act_restore': null
  'admin.act_role': null
  'admin.act_settle': null
  'admin.ban': null
  'admin.ban_note': null
  'admin.ban_of': { name: string | number }
  'admin.book': null
  'admin.by_command': null
  'admin.days': { count: number }
  'admin.details': null
  'admin.find': null
  'admin.for_good': null
  'admin.gone': null
  'admin.how_long': null
  'admin.imposed': { name: string | number }
  'admin.in_hand': { hand: string | number }
  'admin.is_banned': { until: string | number }
  'admin.is_muted': { until: string | number }
  'admin.lift': null
  'admin.lifted_on': { when: string | number }
  'admin.line': { made: string | number; seen: string | number }
  'admin.more': null
  'admin.mute': null
  'admin.mute_note': null
  'admin.mute_of': { name: string | number }
  'admin.no_reports': null
  'admin.none': null
  'admin.only': null
  'admin.open': null
  'admin.outcome': null
  'admin.reason': null
  'admin.remove_of': { name: string | number }
  'admin.remove_sure': null
  'admin.remove_yes': null
  'admin.removed': { name: string | number }
  'admin.report_of': { name: string | number }
  'admin.reports': null
  'admin.role_of': { name: string | number }
  'admin.role_set': { name: string | number; role: string | number }
  'admin.said': null
  'admin.search': null
  'admin.settle': null
  'admin.settled': null
  'admin.settled_on': { when: string | number }
  'admin.the_table': null
  'admin.title': null
  'admin.told_by': { name: string | number; when: string | number }
  'admin.until': { when: string | number }
  'admin.which_reports': null
  'announce.again': null
  'announce.bids': { cards: string | number; name: string | number }
  'announce.buried': { name: string | number }
  'announce.bury': { count: number }
  'announce.call': { cards: string | number; ordinal: string | number }
  'announce.call_friends': { count: number }
  'announce.calls': { cards: string | number; name: string | number }
  'announce.claim_all': { name: string | number }
  'announce.claim_declined': { name: string | number }
  'announce.claim_none': { name: string | number }
  'announce.claims': { name: string | number }
  'announce.declare': { cards: string | number; name: string | number }
  'announce.failed': { cards: string | number; name: string | number; other: string | number }
  'announce.fallen': { count: number; points: string | number }
  'announce.follow': { count: number }
  'announce.follow_owed': { owed: string | number }
  'announce.hand': { number: string | number; rank: string | number }
  'announce.hand_open': { number: string | number }
  'announce.held': { count: number; points: string | number }
  'announce.joins': { name: string | number }
  'announce.land': null
  'announce.lead': null
  'announce.leads': { cards: string | number; name: string | number }
  'announce.log': null
  'announce.lost': null
  'announce.match': { names: string | number }
  'announce.may_declare': { cards: string | number }
  'announce.may_redeal': { reason: string | number }
  'announce.mended': null
  'announce.next': null
  'announce.no_trump': { dealer: string | number; rank: string | number }
  'announce.or': null
  'announce.override': { cards: string | number; name: string | number }
  'announce.passes': { name: string | number }
  'announce.plays': { cards: string | number; name: string | number }
  'announce.reinforce': { cards: string | number; name: string | number }
  'announce.says': { name: string | number; text: string | number }
  'announce.takes': { name: string | number }
  'announce.takes_points': { count: number; name: string | number; opponents: string | number }
  'announce.took': { name: string | number }
  'announce.took_cards': { cards: string | number }
  'announce.took_shown': { cards: string | number; name: string | number }
  'announce.trump': { dealer: string | number; rank: string | number; suit: string | number }
  'bots.at_once': null
  'bots.covering': { bot: string | number }
  'bots.covers': { bot: string | number }
  'bots.level': null
  'bots.level_of_seat': null
  'bots.name_basic': null
  'bots.name_easy': null
  'bots.name_master': null
  'bots.name_medium': null
  'bots.name_random': null
  'bots.name_strong': null
  'bots.own': null
  'bots.playing': { bot: string | number }
  'bots.thinking': null
  'bots.thinks': { seconds: string | number }
  'help.absent': null
  'help.account': null
  'help.action': null
  'help.automate': null
  'help.bot': null
  'help.bots_only': null
  'help.bury': null
  'help.button': null
  'help.call': null
  'help.changed': null
  'help.chat': null
  'help.claim': null
  'help.clock': null
  'help.counter': null
  'help.dealer': null
  'help.declarations': null
  'help.declare': null
  'help.device': null
  'help.devices': null
  'help.forced': null
  'help.friend': null
  'help.glossary': null
  'help.groups': null
  'help.hand': null
  'help.help': null
  'help.hint': null
  'help.hints': null
  'help.host': null
  'help.house': null
  'help.intro': null
  'help.invite': null
  'help.kitty': null
  'help.land': null
  'help.last_trick': null
  'help.lead': null
  'help.leave': null
  'help.length': null
  'help.levels': null
  'help.mute': null
  'help.name': null
  'help.new_table': null
  'help.no_more': null
  'help.nudge': null
  'help.one_hand': null
  'help.onlookers': null
  'help.open_tables': null
  'help.option': null
  'help.owed': null
  'help.pace': null
  'help.people': null
  'help.phrases': null
  'help.pointing': null
  'help.points': null
  'help.preferences': null
  'help.preset': null
  'help.private': null
  'help.proposal': null
  'help.push': null
  'help.queue': null
  'help.quick_play': null
  'help.reading': null
  'help.ready': null
  'help.redeal': null
  'help.replay': null
  'help.result': null
  'help.rules': null
  'help.seat': null
  'help.settings': null
  'help.shuffle': null
  'help.side': null
  'help.strength': null
  'help.system': null
  'help.take_back': null
  'help.take_over': null
  'help.term_bury': null
  'help.term_dealer': null
  'help.term_declare': null
  'help.term_declarers': null
  'help.term_discard': null
  'help.term_follow': null
  'help.term_friend': null
  'help.term_hook': null
  'help.term_joker': null
  'help.term_kitty': null
  'help.term_kitty_bonus': null
  'help.term_land': null
  'help.term_lead': null
  'help.term_level': null
  'help.term_must_play': null
  'help.term_no_trump': null
  'help.term_opponents': null
  'help.term_override': null
  'help.term_pair': null
  'help.term_points': null
  'help.term_reinforce': null
  'help.term_ruff': null
  'help.term_side_suit': null
  'help.term_throw': null
  'help.term_tractor': null
  'help.term_trick': null
  'help.term_triple': null
  'help.term_trump': null
  'help.term_trump_rank': null
  'help.term_trump_suit': null
  'help.trick': null
  'help.trump': null
  'help.winning': null
  'history.a_night': null
  'history.against': null
  'history.all_games': null
  'history.any': null
  'history.bot_in': { name: string | number; number: string | number }
  'history.both_played': null
  'history.bots': { count: number; name: string | number }
  'history.by_role': null
  'history.clear': null
  'history.companions': null
  'history.companions_note': null
  'history.count_hands': { count: number }
  'history.count_matches': { count: number }
  'history.dealer': null
  'history.declarers_hold': null
  'history.declarers_up': { levels: string | number }
  'history.download': null
  'history.ended': { date: string | number; minutes: string | number }
  'history.ending_abandoned': null
  'history.ending_agreed': null
  'history.ending_conceded': null
  'history.ending_hand': null
  'history.ending_late': null
  'history.ending_left': null
  'history.ending_won': null
  'history.feat': null
  'history.feat_buried': null
  'history.feat_dealer': null
  'history.feat_failed': null
  'history.feat_lost': null
  'history.feat_opponent': null
  'history.feat_partner': null
  'history.feat_taken': null
  'history.feat_throw': null
  'history.feat_trump_c': null
  'history.feat_trump_d': null
  'history.feat_trump_h': null
  'history.feat_trump_none': null
  'history.feat_trump_s': null
  'history.filters': null
  'history.filters_set': { count: number }
  'history.game': null
  'history.gone': null
  'history.hand': null
  'history.hand_by_hand': null
  'history.hands': { count: number }
  'history.hands_column': null
  'history.hands_won': { percent: string | number }
  'history.kitty_taken': { factor: string | number }
  'history.levels_column': null
  'history.lost': null
  'history.matches': null
  'history.matches_of_two': { name: string | number }
  'history.matches_with_you': null
  'history.more': null
  'history.name': null
  'history.no_hands': null
  'history.no_numbers': null
  'history.no_suit': null
  'history.no_winners': null
  'history.none': null
  'history.none_own': null
  'history.number_buried': null
  'history.number_failed': null
  'history.number_lost': null
  'history.number_taken': null
  'history.number_throws': null
  'history.numbers': null
  'history.of_matches': { total: string | number; won: string | number }
  'history.of_night': { round: string | number; table: string | number; title: string | number }
  'history.opponents_hold': null
  'history.opponents_up': { levels: string | number }
  'history.players': null
  'history.points': null
  'history.rated': null
  'history.rated_no': null
  'history.rated_yes': null
  'history.replay': null
  'history.report': null
  'history.result': null
  'history.role': null
  'history.role_dealer': null
  'history.role_opponent': null
  'history.role_partner': null
  'history.rules': null
  'history.seat': { number: string | number }
  'history.share': null
  'history.shared_closed': null
  'history.shared_openly': null
  'history.side_won': null
  'history.since': null
  'history.since_when': { date: string | number }
  'history.step_through': { number: string | number }
  'history.their_matches': { name: string | number }
  'history.throws_and_kitties': null
  'history.throws_failed': { count: number }
  'history.throws_stood': { count: number }
  'history.to_matches': null
  'history.together': null
  'history.trump': null
  'history.trumps': null
  'history.undecided': null
  'history.until': null
  'history.versus': null
  'history.what_counts': { name: string | number }
  'history.what_counts_own': null
  'history.whose': null
  'history.whose_all': null
  'history.whose_all_note': null
  'history.whose_own': null
  'history.winners': { names: string | number }
  'history.with': null
  'history.won': null
  'history.won_column': null
  'history.written_down': null
  'history.you': { name: string | number }
  'intro.back': null
  'intro.bonus_pair': null
  'intro.bonus_right': null
  'intro.bonus_single': null
  'intro.bonus_task': null
  'intro.bonus_text': null
  'intro.bonus_title': null
  'intro.bury': null
  'intro.choices': null
  'intro.clear': null
  'intro.confirm': null
  'intro.count': { count: number }
  'intro.count_follow': { count: number }
  'intro.declare_joker': null
  'intro.declare_only': null
  'intro.declare_rank': null
  'intro.declare_right': null
  'intro.declare_task': null
  'intro.declare_text': null
  'intro.declare_title': null
  'intro.done_again': null
  'intro.done_failed': null
  'intro.done_lobby': null
  'intro.done_play': null
  'intro.done_text': null
  'intro.done_title': null
  'intro.done_waiting': null
  'intro.failed_other': null
  'intro.failed_right': null
  'intro.failed_task': null
  'intro.failed_text': null
  'intro.failed_title': null
  'intro.follow_low': null
  'intro.follow_right': null
  'intro.follow_suit': null
  'intro.follow_task': null
  'intro.follow_text': null
  'intro.follow_title': null
  'intro.follow_trump': null
  'intro.hand': null
  'intro.kitty_diamonds': null
  'intro.kitty_other': null
  'intro.kitty_points': null
  'intro.kitty_right': null
  'intro.kitty_row': null
  'intro.kitty_strong': null
  'intro.kitty_task': null
  'intro.kitty_text': null
  'intro.kitty_title': null
  'intro.kitty_trump': null
  'intro.last_right': null
  'intro.last_task': null
  'intro.last_text': null
  'intro.last_title': null
  'intro.lead_ace': null
  'intro.lead_other': null
  'intro.lead_right': null
  'intro.lead_task': null
  'intro.lead_text': null
  'intro.lead_title': null
  'intro.leave': null
  'intro.left_seat': null
  'intro.levels_one': null
  'intro.levels_right': null
  'intro.levels_task': null
  'intro.levels_text': null
  'intro.levels_three': null
  'intro.levels_title': null
  'intro.name': null
  'intro.nearly': null
  'intro.next': null
  'intro.none': null
  'intro.opponents': { points: string | number }
  'intro.pair_right': null
  'intro.pair_split': null
  'intro.pair_task': null
  'intro.pair_text': null
  'intro.pair_title': null
  'intro.partner': null
  'intro.play': null
  'intro.plays': { cards: string | number; name: string | number }
  'intro.points_ace': null
  'intro.points_missing': null
  'intro.points_right': null
  'intro.points_task': null
  'intro.points_text': null
  'intro.points_title': null
  'intro.points_worthless': null
  'intro.ranking_lower': null
  'intro.ranking_lowest': null
  'intro.ranking_right': null
  'intro.ranking_task': null
  'intro.ranking_text': null
  'intro.ranking_title': null
  'intro.reveal': null
  'intro.right_seat': null
  'intro.row': null
  'intro.ruff_high': null
  'intro.ruff_loses': null
  'intro.ruff_right': null
  'intro.ruff_task': null
  'intro.ruff_text': null
  'intro.ruff_title': null
  'intro.selected': { count: number }
  'intro.show': null
  'intro.step': { number: string | number; total: string | number }
  'intro.table': null
  'intro.teams_opponent': null
  'intro.teams_right': null
  'intro.teams_task': null
  'intro.teams_text': null
  'intro.teams_title': null
  'intro.throw_other': null
  'intro.throw_part': null
  'intro.throw_right': null
  'intro.throw_split': null
  'intro.throw_task': null
  'intro.throw_text': null
  'intro.throw_title': null
  'intro.tractor_lone': null
  'intro.tractor_other': null
  'intro.tractor_pair': null
  'intro.tractor_right': null
  'intro.tractor_task': null
  'intro.tractor_text': null
  'intro.tractor_title': null
  'intro.trump_hearts': null
  'intro.trump_joker': null
  'intro.trump_plain': null
  'intro.trump_right': null
  'intro.trump_task': null
  'intro.trump_text': null
  'intro.trump_title': null
  'intro.trump_two': null
  'intro.well': null
  'intro.wins': { name: string | number }
  'intro.you': null
  'moderation.banned': null
  'moderation.banned_note': null
  'moderation.for_good': null
  'moderation.muted': null
  'moderation.my_data': null
  'moderation.note': { name: string | number }
  'moderation.note_table': { name: string | number }
  'moderation.report': { name: string | number }
  'moderation.reported': { name: string | number }
  'moderation.send': null
  'moderation.until': { when: string | number }
  'moderation.what': null
  'nights.all_places': { count: number }
  'nights.announcements': null
  'nights.beyond': null
  'nights.check_in': null
  'nights.check_in_note': null
  'nights.claim': null
  'nights.claim_account': null
  'nights.claim_code': null
  'nights.claim_code_note': null
  'nights.claim_done': null
  'nights.claim_hands': { count: number }
  'nights.claim_look': null
  'nights.claim_note': null
  'nights.claim_slip': null
  'nights.claim_sure': { name: string | number }
  'nights.claim_taken': null
  'nights.claim_title': null
  'nights.claim_yes': null
  'nights.clock': null
  'nights.clock_over': null
  'nights.clock_stopped': null
  'nights.clock_waits': null
  'nights.confirm': null
  'nights.confirmed': null
  'nights.correct': null
  'nights.correct_hand': { hand: string | number }
  'nights.corrected': { name: string | number; reason: string | number }
  'nights.corrected_plain': { name: string | number }
  'nights.deals': { name: string | number; rank: string | number }
  'nights.deals_draw': null
  'nights.declarers': null
  'nights.dispute': null
  'nights.dispute_why': null
  'nights.disputed': { name: string | number; reason: string | number }
  'nights.disputed_plain': { name: string | number }
  'nights.for_team': null
  'nights.form_dealer': null
  'nights.form_hook': null
  'nights.form_how': null
  'nights.form_kitty': null
  'nights.form_last': null
  'nights.form_length': null
  'nights.form_levels': null
  'nights.form_needs_dealer': null
  'nights.form_offender': null
  'nights.form_offender_none': null
  'nights.form_offender_note': null
  'nights.form_partners': null
  'nights.form_points': null
  'nights.form_points_taken': null
  'nights.form_rank': null
  'nights.form_reason': null
  'nights.form_result': null
  'nights.form_seats': null
  'nights.form_side_suit': null
  'nights.form_suit': null
  'nights.form_suit_none': null
  'nights.form_throw_add': null
  'nights.form_throw_back': null
  'nights.form_throw_by': null
  'nights.form_throw_remove': null
  'nights.form_throws': null
  'nights.form_void': null
  'nights.form_width': null
  'nights.form_width_1': null
  'nights.form_width_2': null
  'nights.form_width_3': null
  'nights.form_width_4': null
  'nights.form_winner': null
  'nights.form_write': null
  'nights.gone': null
  'nights.hand': { hand: string | number }
  'nights.hand_points': { name: string | number; points: string | number; rank: string | number }
  'nights.hand_result': { name: string | number; rank: string | number }
  'nights.hands': null
  'nights.lack_account': { names: string | number }
  'nights.lack_bot': { names: string | number }
  'nights.lack_hand': { names: string | number }
  'nights.lack_late': null
  'nights.lack_ruling': null
  'nights.lack_side': { names: string | number }
  'nights.late': { round: string | number }
  'nights.leave': null
  'nights.left_note': null
  'nights.level': null
  'nights.levels': null
  'nights.make': null
  'nights.make_needs': null
  'nights.match': null
  'nights.matches': null
  'nights.minutes_each': { count: number }
  'nights.missing': null
  'nights.more': null
  'nights.name': null
  'nights.nights_note': null
  'nights.nights_of': { count: number }
  'nights.no_hands': null
  'nights.no_phone': null
  'nights.none': null
  'nights.not_drawn': null
  'nights.of_hands': { hands: string | number; won: string | number }
  'nights.of_people': { count: number }
  'nights.offender': { name: string | number }
  'nights.offline': null
  'nights.online': null
  'nights.opponents': null
  'nights.otherwise': null
  'nights.partner': null
  'nights.partner_none': null
  'nights.partners_chosen': null
  'nights.partners_drawn': null
  'nights.penalties': null
  'nights.penalty': { name: string | number; points: string | number; reason: string | number }
  'nights.penalty_points': null
  'nights.people': { count: number }
  'nights.place': null
  'nights.play_on': null
  'nights.points': null
  'nights.present': null
  'nights.rating': null
  'nights.real_cards': null
  'nights.revoked': null
  'nights.round': { round: string | number }
  'nights.round_of': { round: string | number; rounds: string | number }
  'nights.rounds': { count: number }
  'nights.rounds_before': null
  'nights.rounds_open': null
  'nights.rule': null
  'nights.ruled': { name: string | number; reason: string | number }
  'nights.run': null
  'nights.seat': { seat: string | number }
  'nights.series': { name: string | number }
  'nights.sits_out': { round: string | number }
  'nights.stage_open': null
  'nights.stage_over': null
  'nights.stage_running': null
  'nights.standings': null
  'nights.standings_final': null
  'nights.standings_hidden': null
  'nights.standings_none': null
  'nights.table': { table: string | number }
  'nights.table_over': null
  'nights.team': null
  'nights.teams': null
  'nights.to_table': null
  'nights.unrated_casual': null
  'nights.unrated_night': null
  'nights.unrated_rules': null
  'nights.untitled': null
  'nights.void': null
  'nights.waiting': { count: number }
  'nights.waits': null
  'nights.waits_you': null
  'nights.warning': { name: string | number; reason: string | number }
  'nights.with': { name: string | number }
  'nights.won': { count: number; side: string | number }
  'nights.won_hands': null
  'nights.won_match': { names: string | number }
  'nights.won_no_level': { side: string | number }
  'nights.write_hand': { hand: string | number }
  'nights.your_name': null
  'nights.your_place': { place: string | number }
  'organising.add': null
  'organising.add_name': null
  'organising.add_note': null
  'organising.announce': null
  'organising.announce_all': null
  'organising.announce_text': null
  'organising.announce_to': null
  'organising.back': null
  'organising.before_round': { round: string | number }
  'organising.by_standings': null
  'organising.cards': null
  'organising.cards_online': null
  'organising.cards_real': null
  'organising.cards_short': { count: number; seats: string | number }
  'organising.cards_some': null
  'organising.cards_which': null
  'organising.casual': null
  'organising.desk': null
  'organising.draw': { round: string | number }
  'organising.draw_again': null
  'organising.edition': null
  'organising.edition_2016': null
  'organising.edition_2021': null
  'organising.end_night': null
  'organising.end_night_sure': null
  'organising.end_round': null
  'organising.end_round_sure': null
  'organising.end_table': null
  'organising.error_costs': null
  'organising.error_levels': null
  'organising.error_points': null
  'organising.export': null
  'organising.hide_standings': null
  'organising.least_nights': null
  'organising.leaves': null
  'organising.link': null
  'organising.longer': null
  'organising.longer_table': null
  'organising.make': null
  'organising.merge': null
  'organising.merge_from': null
  'organising.merge_into': null
  'organising.merge_note': null
  'organising.merge_size': null
  'organising.minutes': null
  'organising.more_settings': null
  'organising.next_night': null
  'organising.not_drawn': null
  'organising.not_yours': null
  'organising.note_error': null
  'organising.organiser_add': null
  'organising.organiser_gone': null
  'organising.organiser_none': null
  'organising.organiser_who': null
  'organising.organisers': null
  'organising.over': null
  'organising.pair_with': { name: string | number }
  'organising.partners': null
  'organising.partners_chosen': null
  'organising.partners_drawn': null
  'organising.past': null
  'organising.past_which': null
  'organising.penalty_give': null
  'organising.penalty_points': null
  'organising.penalty_reason': null
  'organising.penalty_revoke': null
  'organising.penalty_whom': null
  'organising.people': null
  'organising.phone_back': null
  'organising.phone_gone': null
  'organising.phoneless': { names: string | number; table: string | number }
  'organising.present': { gone: string | number; here: string | number }
  'organising.print': null
  'organising.print_results': null
  'organising.rated': null
  'organising.ratings_rules': { names: string | number; sizes: string | number }
  'organising.ratings_trust': { name: string | number }
  'organising.release': null
  'organising.release_note': { name: string | number }
  'organising.reopen_night': null
  'organising.reopen_round': { round: string | number }
  'organising.replace': null
  'organising.replace_by': null
  'organising.replace_none': null
  'organising.replace_whom': null
  'organising.resume': null
  'organising.rounds': null
  'organising.rounds_open': null
  'organising.rule_hand': { hand: string | number }
  'organising.rule_how': null
  'organising.rule_lost': null
  'organising.rule_note': null
  'organising.rule_played': null
  'organising.rule_reason': null
  'organising.rule_result': null
  'organising.rule_void': null
  'organising.rule_whose': null
  'organising.rules': null
  'organising.save': null
  'organising.screen': null
  'organising.seatings': null
  'organising.series': null
  'organising.series_note': null
  'organising.settings': null
  'organising.sits_out': null
  'organising.six_friends': null
  'organising.six_play': null
  'organising.six_teams': null
  'organising.slip': { name: string | number }
  'organising.slip_how': { name: string | number }
  'organising.slip_note': { site: string | number }
  'organising.slips': null
  'organising.slips_none': null
  'organising.start': null
  'organising.start_level': null
  'organising.start_level_rules': null
  'organising.start_plain': null
  'organising.stop': null
  'organising.swap': null
  'organising.swap_one': null
  'organising.swap_other': null
  'organising.tables': null
  'organising.tables_tab': null
  'organising.title': null
  'organising.to_confirm': { count: number }
  'organising.too_few': { fewest: string | number }
  'organising.unconfirmed': { count: number }
  'organising.uneven': null
  'organising.uneven_larger': null
  'organising.uneven_sit_out': null
  'organising.write': null
  'practice.about': null
  'practice.about_deals': null
  'practice.about_levels': null
  'practice.after': null
  'practice.again_in': { count: number }
  'practice.all_right': null
  'practice.answer': null
  'practice.before': null
  'practice.day_right': { day: string | number }
  'practice.day_wrong': { day: string | number }
  'practice.days': { count: number }
  'practice.deals': { name: string | number }
  'practice.deals_true': { percent: string | number }
  'practice.difficulty': { rating: string | number }
  'practice.drills': null
  'practice.everything': null
  'practice.hinges': null
  'practice.is_right': null
  'practice.is_wrong': null
  'practice.kind_follow': null
  'practice.kind_kitty': null
  'practice.kind_level': null
  'practice.kind_order': null
  'practice.kind_result': null
  'practice.kind_show': null
  'practice.kind_throw': null
  'practice.kind_tractor': null
  'practice.kind_trick': null
  'practice.kitty': null
  'practice.last_days': null
  'practice.levels': { error: string | number; levels: string | number }
  'practice.next': null
  'practice.no_trump_suit': { rank: string | number }
  'practice.not_best': null
  'practice.opponents_have': { points: string | number }
  'practice.opponents_need': { needed: string | number; points: string | number }
  'practice.partner': null
  'practice.player': { number: string | number }
  'practice.player_opponent': { number: string | number }
  'practice.player_partner': { number: string | number }
  'practice.provisional': null
  'practice.puzzle_bury': null
  'practice.puzzle_call': null
  'practice.puzzle_follow': null
  'practice.puzzle_lead': null
  'practice.puzzle_throw': null
  'practice.puzzles': null
  'practice.rating': null
  'practice.rating_now': { change: string | number; rating: string | number }
  'practice.repeat': null
  'practice.right': null
  'practice.row': { count: number }
  'practice.rules': null
  'practice.share_puzzle': null
  'practice.so_far': { asked: string | number; right: string | number }
  'practice.solved': null
  'practice.source': { source: string | number }
  'practice.standing': null
  'practice.streak': null
  'practice.this_trick': null
  'practice.title': null
  'practice.to_repeat': { count: number }
  'practice.took': null
  'practice.trick': { number: string | number; points: string | number }
  'practice.tricks_before': { count: number }
  'practice.trump': { rank: string | number; suit: string | number }
  'practice.unrated': null
  'practice.why_again': null
  'practice.why_asked': null
  'practice.why_daily': null
  'practice.why_due': null
  'practice.why_new': null
  'practice.wrong': null
  'practice.you': null
  'practice.your_cards': null
  'rated.after': null
  'rated.alone': null
  'rated.annulled': { reason: string | number }
  'rated.as_table': null
  'rated.away': { name: string | number; time: string | number }
  'rated.away_seat': { number: string | number; time: string | number }
  'rated.away_you': { time: string | number }
  'rated.begins': null
  'rated.begins_seat': { percent: string | number }
  'rated.begins_side': { percent: string | number }
  'rated.board': null
  'rated.board_empty': null
  'rated.board_provisional': null
  'rated.board_provisional_note': null
  'rated.board_settled': null
  'rated.board_unsettled': null
  'rated.change': null
  'rated.changes': null
  'rated.changes_none': null
  'rated.changes_unwon': null
  'rated.changes_wait': null
  'rated.date': null
  'rated.expected': null
  'rated.expected_seat': { percent: string | number }
  'rated.expected_side': { percent: string | number }
  'rated.fixed_clock': { seconds: string | number }
  'rated.games': null
  'rated.graph': { first: string | number; high: string | number; last: string | number; low: string | number }
  'rated.has_left': null
  'rated.leaderboard': null
  'rated.leaving_costs': { time: string | number }
  'rated.leaving_loses': null
  'rated.leaving_others': null
  'rated.match': null
  'rated.more': null
  'rated.name': null
  'rated.no_sets': null
  'rated.pairing': null
  'rated.pairing_note': null
  'rated.partner_asked': null
  'rated.partner_join': null
  'rated.partner_link': null
  'rated.partner_more': null
  'rated.partner_wait': null
  'rated.peak': { value: string | number }
  'rated.place': null
  'rated.pool': null
  'rated.pool_friends': null
  'rated.pool_more_decks': null
  'rated.pool_one_deck': null
  'rated.pool_two_decks': null
  'rated.provisional': null
  'rated.rating': null
  'rated.ratings': null
  'rated.ratings_none': null
  'rated.results': { count: number }
  'rated.scored': null
  'rated.season': null
  'rated.season_half_1': null
  'rated.season_half_2': null
  'rated.season_name': { half: string | number; year: string | number }
  'rated.seated': null
  'rated.see_match': null
  'rated.share': { percent: string | number }
  'rated.share_note': null
  'rated.stop': null
  'rated.times_up_cost': { count: number }
  'rated.to_match': null
  'rated.to_table': null
  'rated.understood': null
  'rated.wait_lost': null
  'rated.waits': null
  'rated.waits_people': { count: number }
  'rated.waits_reach': { points: string | number }
  'rated.waits_with': { name: string | number }
  'rated.was_late': null
  'rated.what': null
  'rated.with_partner': null
  'rated.within': { spread: string | number }
  'rated.within_note': null
  'readings.more': null
  'readings.way': { units: string | number }
  'readings.which': null
  'replay.after': null
  'replay.ahead': null
  'replay.all_moments': null
  'replay.all_open': null
  'replay.asked': { name: string | number }
  'replay.at': { play: string | number; trick: string | number }
  'replay.before': null
  'replay.bot_in': { name: string | number; number: string | number }
  'replay.choose': null
  'replay.controls': null
  'replay.copy_link': null
  'replay.copy_text': null
  'replay.deal': null
  'replay.declarers_by': { levels: string | number }
  'replay.drop': null
  'replay.end': null
  'replay.eyes': null
  'replay.eyes_of': { name: string | number }
  'replay.first': null
  'replay.hand': null
  'replay.hand_after': null
  'replay.hand_before': null
  'replay.hand_number': { number: string | number }
  'replay.hidden': { count: number }
  'replay.keep_png': null
  'replay.keep_record': null
  'replay.keep_reviewed': null
  'replay.keep_svg': null
  'replay.last': null
  'replay.make_link': null
  'replay.open_other': null
  'replay.open_what': null
  'replay.opponents_by': { levels: string | number }
  'replay.owed_by': { name: string | number }
  'replay.paste': null
  'replay.pause': null
  'replay.play': null
  'replay.points': { points: string | number }
  'replay.position': null
  'replay.read': null
  'replay.seat': { number: string | number }
  'replay.share': null
  'replay.share_closed': null
  'replay.share_open': null
  'replay.shared': null
  'replay.speed': { speed: string | number }
  'replay.start': null
  'replay.story': null
  'replay.take': null
  'replay.take_back': null
  'replay.to_match': null
  'replay.too_long': null
  'replay.trick': { trick: string | number }
  'replay.trick_after': null
  'replay.trick_before': null
  'replay.whole_page': null
  'review.about': null
  'review.accuracy': null
  'review.after': null
  'review.all': null
  'review.as_table': null
  'review.before_first': null
  'review.better': null
  'review.cost': null
  'review.course': null
  'review.curve_axis': null
  'review.curve_words': { best: string | number; first: string | number; last: string | number; worst: string | number }
  'review.decisions': null
  'review.declarers_by': { levels: string | number }
  'review.done': null
  'review.each_hand': null
  'review.even': null
  'review.everybody': null
  'review.expected': null
  'review.failed': null
  'review.figures': null
  'review.flawless': { count: number }
  'review.for_declarers': null
  'review.for_opponents': null
  'review.forced': null
  'review.good': null
  'review.good_ones': { count: number; good: string | number }
  'review.hand': { number: string | number }
  'review.in_figures': null
  'review.in_the_end': { levels: string | number }
  'review.levels': { levels: string | number }
  'review.lost': null
  'review.match': null
  'review.match_progress': { done: string | number; of: string | number }
  'review.match_rest': null
  'review.match_waits': null
  'review.note': null
  'review.of_hand': { hand: string | number; made: string | number }
  'review.opponents_by': { levels: string | number }
  'review.others': null
  'review.own_flawless': null
  'review.own_worst': null
  'review.player': null
  'review.players': null
  'review.progress': null
  'review.result_down': { count: number }
  'review.result_none': null
  'review.result_up': { count: number }
  'review.review': null
  'review.running': null
  'review.see': null
  'review.stop': null
  'review.trick': { trick: string | number }
  'review.tricks': null
  'review.waiting': { count: number }
  'review.whose': null
  'review.worst': null
  'review.worst_match': null
  'review.worst_none': null
  'room.accept': null
  'room.add_bot': null
  'room.agree': null
  'room.away': null
  'room.bank_none': null
  'room.banned': null
  'room.bot_in': { number: string | number }
  'room.cancel': null
  'room.claim_accepted': null
  'room.claim_declined': null
  'room.clock_none': null
  'room.closed': null
  'room.connecting': null
  'room.disagree': null
  'room.ended_abandoned': null
  'room.ended_agreed': null
  'room.ended_conceded': { losers: string | number; names: string | number }
  'room.ended_conceded_lost': { names: string | number }
  'room.ended_conceded_won': { losers: string | number }
  'room.ended_late': { names: string | number }
  'room.ended_late_you': null
  'room.ended_left': { names: string | number }
  'room.ended_left_you': null
  'room.ended_round': null
  'room.fill': null
  'room.free': null
  'room.full': null
  'room.full_people': null
  'room.goes_on_at': { levels: string | number }
  'room.gone': null
  'room.hints_cards': null
  'room.hints_none': null
  'room.hints_why': null
  'room.host': null
  'room.host_seats': null
  'room.invite': null
  'room.invite_how': null
  'room.is_ready': null
  'room.lost': null
  'room.make_host': null
  'room.minutes': { count: number }
  'room.more': { name: string | number }
  'room.move_here': null
  'room.name_hint': null
  'room.night_starts': null
  'room.no_bots': null
  'room.not_agreed': null
  'room.not_ready': null
  'room.onlookers': null
  'room.onlookers_hands': null
  'room.onlookers_none': null
  'room.onlookers_table': null
  'room.own_claim_all': null
  'room.own_claim_none': null
  'room.own_concede': null
  'room.own_end': null
  'room.own_take_back': null
  'room.pace_fast': null
  'room.pace_instant': null
  'room.pace_normal': null
  'room.pace_slow': null
  'room.planned': { game: string | number }
  'room.planned_next': { game: string | number }
  'room.play_on': null
  'room.proposes_claim_all': { name: string | number }
  'room.proposes_claim_none': { name: string | number }
  'room.proposes_concede': { name: string | number }
  'room.proposes_end': { name: string | number }
  'room.proposes_take_back': { name: string | number }
  'room.rated_has': null
  'room.rated_runs': null
  'room.ready': null
  'room.remove_bot': null
  'room.remove_person': { name: string | number }
  'room.rules': null
  'room.rules_as_is': null
  'room.rules_change': null
  'room.rules_later': null
  'room.rules_next': null
  'room.rules_show': null
  'room.rules_sizes': { count: number; players: string | number }
  'room.rules_use': null
  'room.same_level': null
  'room.seat': { number: string | number }
  'room.seat_kept': null
  'room.seats': null
  'room.seats_for_accounts': null
  'room.seats_in_rated': null
  'room.seats_of_night': null
  'room.seconds': { count: number }
  'room.set_bank': null
  'room.set_chat': null
  'room.set_chat_hint': null
  'room.set_claims': null
  'room.set_claims_hint': null
  'room.set_clock': null
  'room.set_counter': null
  'room.set_counter_hint': null
  'room.set_delay': null
  'room.set_hints': null
  'room.set_one_hand': null
  'room.set_one_hand_hint': null
  'room.set_onlookers': null
  'room.set_pace': null
  'room.set_private': null
  'room.set_private_hint': null
  'room.set_take_back': null
  'room.set_take_back_hint': null
  'room.set_take_over': null
  'room.set_take_over_hint': null
  'room.set_title': null
  'room.set_title_hint': null
  'room.set_until_end': null
  'room.set_until_end_hint': null
  'room.settings': null
  'room.settings_change': null
  'room.settings_use': null
  'room.share_text': null
  'room.sight_during': { time: string | number }
  'room.sight_ended': null
  'room.sight_next': { sight: string | number }
  'room.sight_none': null
  'room.sight_table': null
  'room.signed_out': null
  'room.sit_down': null
  'room.sit_here': null
  'room.stand_up': null
  'room.start': null
  'room.start_again': null
  'room.start_waits_host': null
  'room.start_waits_people': { names: string | number }
  'room.start_waits_seats': { count: number }
  'room.swap': null
  'room.swap_here': null
  'room.table_nameless': null
  'room.table_of': { name: string | number }
  'room.take_a_bot': null
  'room.take_over': null
  'room.team_even': null
  'room.team_odd': null
  'room.teams_fixed': null
  'room.teams_friends': null
  'room.to_lobby': null
  'room.unready': null
  'room.waits_for': { names: string | number; said: string | number }
  'room.watch': null
  'room.watching': null
  'room.watching_ended': null
  'room.watching_hands': { time: string | number }
  'room.welcome': null
  'room.withdraw': null
  'room.your_name': null
  'rules.about': { option: string | number }
  'rules.book': { book: string | number }
  'rules.changed': { count: number }
  'rules.choose_number': { option: string | number }
  'rules.differs': { value: string | number }
  'rules.fact_cards': { count: number; each: string | number; kitty: string | number; players: string | number }
  'rules.fact_fixed': null
  'rules.fact_friends': { calls: string | number }
  'rules.fact_kitty': null
  'rules.fact_land': null
  'rules.fact_points': { points: string | number; total: string | number }
  'rules.fault': null
  'rules.found': { count: number }
  'rules.house_forget': { name: string | number }
  'rules.house_keep': null
  'rules.house_kept': { name: string | number }
  'rules.house_name': null
  'rules.house_save': null
  'rules.house_share': { name: string | number }
  'rules.house_unreadable': null
  'rules.houses': null
  'rules.idle': { condition: string | number }
  'rules.in_group': { count: number }
  'rules.land': null
  'rules.none': null
  'rules.none_found': null
  'rules.notes': null
  'rules.number': null
  'rules.only_changed': null
  'rules.options': null
  'rules.reset': null
  'rules.reset_all': null
  'rules.reset_option': { option: string | number }
  'rules.search': null
  'rules.sources': { sources: string | number }
  'rules.system': null
  'rules.text': null
  'rules.unchanged': null
  'sheets.absent': null
  'sheets.auto_level': null
  'sheets.automate': null
  'sheets.automate_hint': null
  'sheets.automated': { bot: string | number }
  'sheets.by_trick': null
  'sheets.chat': null
  'sheets.chat_closed': null
  'sheets.chat_unread': { count: number }
  'sheets.close': null
  'sheets.concede': null
  'sheets.concede_sure': null
  'sheets.concede_yes': null
  'sheets.counts': null
  'sheets.counts_not': null
  'sheets.dealer': null
  'sheets.deals_next': null
  'sheets.details': { number: string | number }
  'sheets.discarded': null
  'sheets.end': null
  'sheets.end_sure': null
  'sheets.end_yes': null
  'sheets.fined': null
  'sheets.from_tricks': null
  'sheets.give_seat_back': null
  'sheets.hand_number': null
  'sheets.held': null
  'sheets.hooked': null
  'sheets.invite': null
  'sheets.kitty': null
  'sheets.kitty_half': { factor: string | number; points: string | number }
  'sheets.kitty_kept': null
  'sheets.kitty_points': { count: number }
  'sheets.kitty_times': { factor: string | number; points: string | number }
  'sheets.kitty_unseen': null
  'sheets.lap': { number: string | number }
  'sheets.last_trick': null
  'sheets.leave': null
  'sheets.leave_sure': null
  'sheets.leave_yes': null
  'sheets.led': null
  'sheets.let_bot_play': null
  'sheets.let_sit': null
  'sheets.level_change': { after: string | number; before: string | number }
  'sheets.level_moved': { after: string | number; before: string | number; name: string | number }
  'sheets.levels': null
  'sheets.lobby_hint': null
  'sheets.look': null
  'sheets.lost_you': null
  'sheets.match_over': null
  'sheets.match_won': { names: string | number }
  'sheets.match_won_you': null
  'sheets.menu': null
  'sheets.missing': { count: number; gain: string | number }
  'sheets.more': null
  'sheets.mute': { name: string | number }
  'sheets.next': null
  'sheets.next_dealer': { name: string | number }
  'sheets.next_draw': null
  'sheets.next_in': { time: string | number }
  'sheets.next_most': { time: string | number }
  'sheets.next_reads': { names: string | number }
  'sheets.next_reads_you': null
  'sheets.next_waits': { names: string | number }
  'sheets.no_suit': null
  'sheets.no_trick': null
  'sheets.nothing_said': null
  'sheets.notify': null
  'sheets.notify_hint': null
  'sheets.nudge': { name: string | number }
  'sheets.nudge_sent': { name: string | number }
  'sheets.nudged_you': { name: string | number }
  'sheets.nudges_seat': { number: string | number }
  'sheets.onlookers': null
  'sheets.onlookers_nobody': null
  'sheets.opponents_points': null
  'sheets.penalty': null
  'sheets.people': null
  'sheets.phrase_astonished': null
  'sheets.phrase_bye': null
  'sheets.phrase_flower': null
  'sheets.phrase_good_hand': null
  'sheets.phrase_hello': null
  'sheets.phrase_hurry': null
  'sheets.phrase_laugh': null
  'sheets.phrase_nice': null
  'sheets.phrase_oops': null
  'sheets.phrase_sad': null
  'sheets.phrase_sorry': null
  'sheets.phrase_thanks': null
  'sheets.phrase_thumbs_up': null
  'sheets.phrase_wait': null
  'sheets.phrase_wow': null
  'sheets.phrases': null
  'sheets.players': null
  'sheets.points': null
  'sheets.preferences': null
  'sheets.present': null
  'sheets.react': null
  'sheets.record': null
  'sheets.replay': null
  'sheets.report': { name: string | number }
  'sheets.result': { number: string | number }
  'sheets.review': null
  'sheets.role_attack': { points: string | number; threshold: string | number }
  'sheets.role_defend': { points: string | number; threshold: string | number }
  'sheets.rules': null
  'sheets.rules_text_has': { value: string | number }
  'sheets.said_by': { name: string | number; words: string | number }
  'sheets.say': null
  'sheets.scale': null
  'sheets.score': null
  'sheets.score_dealer': null
  'sheets.score_empty': null
  'sheets.score_levels': null
  'sheets.score_points': null
  'sheets.score_result': null
  'sheets.send': null
  'sheets.shuffle_checked': null
  'sheets.shuffle_wrong': null
  'sheets.side_declarers': null
  'sheets.side_opponents': null
  'sheets.stay': null
  'sheets.table_settings': null
  'sheets.take_back': null
  'sheets.take_back_play': null
  'sheets.them': null
  'sheets.thrown': { cards: string | number }
  'sheets.to_lobby': null
  'sheets.took': null
  'sheets.total': null
  'sheets.trick_number': null
  'sheets.trick_taken': { count: number; name: string | number; number: string | number }
  'sheets.trick_winner': null
  'sheets.trump_line': { rank: string | number; suit: string | number }
  'sheets.unmute': { name: string | number }
  'sheets.up': { count: number }
  'sheets.up_none': null
  'sheets.us': null
  'sheets.won_declarers': null
  'sheets.won_opponents': null
  'sheets.won_you': null
  'shell.account': null
  'shell.account_guest': null
  'shell.account_mark': null
  'shell.again': null
  'shell.auto_play': null
  'shell.auto_play_note': null
  'shell.back': null
  'shell.back_blue': null
  'shell.back_jade': null
  'shell.back_red': null
  'shell.bots_seated': { count: number }
  'shell.cancel': null
  'shell.card_order': null
  'shell.cards': null
  'shell.close': null
  'shell.continue': null
  'shell.copied': null
  'shell.copy': null
  'shell.device': null
  'shell.device_done': { name: string | number }
  'shell.device_here': null
  'shell.device_how': null
  'shell.device_instead': { name: string | number }
  'shell.device_no': null
  'shell.device_secret': { count: number }
  'shell.device_seen': { day: string | number }
  'shell.device_sign_out': null
  'shell.device_sign_out_all': null
  'shell.device_title': null
  'shell.device_unknown': null
  'shell.device_welcome': null
  'shell.device_yes': null
  'shell.devices': null
  'shell.dismiss': null
  'shell.felt': null
  'shell.felt_blue': null
  'shell.felt_green': null
  'shell.felt_wine': null
  'shell.four_colours': null
  'shell.four_colours_note': null
  'shell.game': null
  'shell.hello': null
  'shell.high_left': null
  'shell.high_right': null
  'shell.join': null
  'shell.join_any': null
  'shell.keep_name': null
  'shell.language': null
  'shell.large_cards': null
  'shell.leaderboard': null
  'shell.learn': null
  'shell.learn_note': null
  'shell.leave_table': { game: string | number }
  'shell.length': null
  'shell.length_10': null
  'shell.length_5': null
  'shell.length_hand': null
  'shell.length_house': null
  'shell.length_rules': null
  'shell.less': { what: string | number }
  'shell.levels': { levels: string | number }
  'shell.link_only_here': { host: string | number }
  'shell.loading': null
  'shell.more': { what: string | number }
  'shell.motion': null
  'shell.motion_full': null
  'shell.motion_reduced': null
  'shell.muted': null
  'shell.muted_count': { count: number }
  'shell.name': null
  'shell.new_table': null
  'shell.new_version': null
  'shell.nights': null
  'shell.no_tables': null
  'shell.open_record': null
  'shell.open_table': null
  'shell.open_tables': null
  'shell.options_changed': { count: number }
  'shell.play': null
  'shell.play_now': null
  'shell.play_now_note': null
  'shell.players': { count: number }
  'shell.practice': null
  'shell.push': null
  'shell.push_cannot': null
  'shell.push_denied': null
  'shell.push_failed': null
  'shell.push_home_screen': null
  'shell.push_insecure': null
  'shell.push_note': null
  'shell.push_off': null
  'shell.qr': null
  'shell.rated_game': null
  'shell.reload': null
  'shell.rename': null
  'shell.save': null
  'shell.seats_free': { count: number }
  'shell.settings': null
  'shell.share': null
  'shell.sign_in': null
  'shell.sound': null
  'shell.speech': null
  'shell.speech_note': null
  'shell.state_playing': null
  'shell.state_waiting': null
  'shell.system_finding_friends': null
  'shell.system_finding_friends_note': null
  'shell.system_forty_points': null
  'shell.system_forty_points_note': null
  'shell.system_land': null
  'shell.system_land_note': null
  'shell.system_six_player': null
  'shell.system_six_player_note': null
  'shell.system_six_player_two_deck': null
  'shell.system_six_player_two_deck_note': null
  'shell.system_three_deck': null
  'shell.system_three_deck_note': null
  'shell.system_tractor': null
  'shell.system_tractor_note': null
  'shell.table_bots': null
  'shell.table_bots_note': null
  'shell.table_private': null
  'shell.table_private_note': null
  'shell.table_title': null
  'shell.table_title_hint': null
  'shell.tagline': null
  'shell.theme': null
  'shell.theme_auto': null
  'shell.theme_dark': null
  'shell.theme_light': null
  'shell.title': null
  'shell.uncopied': null
  'shell.unmute_all': null
  'shell.unreachable': null
  'shell.volume': null
  'shell.watch': null
  'shell.what_is_played': null
  'shell.with_bots': null
  'shell.with_friends': null
  'shell.with_friends_note': null
  'shell.your_matches': null
  'shell.your_tables': null
  'showing.by_turns': null
  'showing.certificate': null
  'showing.certificates': null
  'showing.certificates_season': null
  'showing.damaged': { count: number }
  'showing.dealt': null
  'showing.more_nights': null
  'showing.more_places': null
  'showing.no_sheets': null
  'showing.not_drawn': null
  'showing.on_the_wall': null
  'showing.ratings': null
  'showing.ratings_none': null
  'showing.ratings_note': { count: number }
  'showing.ratings_within': null
  'showing.score_sheet': null
  'showing.score_sheets': null
  'showing.series_print': null
  'showing.signed': null
  'showing.what_to_print': null
  'table.and': null
  'table.ask_bury': { count: number }
  'table.ask_call': { count: number }
  'table.ask_declare': null
  'table.ask_declare_last': null
  'table.ask_follow': null
  'table.ask_land': null
  'table.ask_lead': null
  'table.ask_redeal': null
  'table.asleep': null
  'table.beside': null
  'table.bid': null
  'table.bid_as': { cards: string | number; trump: string | number }
  'table.bury': null
  'table.call': null
  'table.call_chosen': { count: number; size: string | number }
  'table.call_found': { card: string | number; name: string | number; nth: string | number }
  'table.call_hold': { count: number }
  'table.call_meaning': null
  'table.call_open': { card: string | number; count: number; nth: string | number }
  'table.call_open_list': null
  'table.call_remove': { card: string | number; nth: string | number }
  'table.call_take': { card: string | number; nth: string | number }
  'table.calls': null
  'table.card': { rank: string | number; suit: string | number }
  'table.card_big_joker': null
  'table.card_small_joker': null
  'table.cards': { count: number }
  'table.choose_lead': null
  'table.claim_all': null
  'table.claim_none': null
  'table.clear': null
  'table.counted': null
  'table.counter_card': { card: string | number; count: number }
  'table.counter_card_played': { card: string | number; count: number }
  'table.counter_gone': { count: number }
  'table.counter_out': null
  'table.counter_played': null
  'table.counter_points': { count: number }
  'table.counter_shown': null
  'table.counter_void': { names: string | number; suit: string | number }
  'table.dealer': null
  'table.dealer_is': { name: string | number }
  'table.dealer_mark': null
  'table.dealer_open': null
  'table.dealt_again': null
  'table.declare_as': { cards: string | number; trump: string | number }
  'table.declare_over': null
  'table.declarer': null
  'table.drawing': { drawn: string | number; total: string | number }
  'table.forced': null
  'table.friend_mark': null
  'table.hand': { count: number }
  'table.hand_keys': null
  'table.hint': null
  'table.hint_cards': null
  'table.hint_none': null
  'table.hint_pass': null
  'table.hint_play_on': null
  'table.hint_redeal': null
  'table.hint_show': { cards: string | number }
  'table.joker_big_mark': null
  'table.joker_small_mark': null
  'table.kitty_shown': null
  'table.land_passed': null
  'table.last_trick': null
  'table.leads': null
  'table.level': { level: string | number }
  'table.level_mark': { level: string | number }
  'table.levels_teams': { them: string | number; us: string | number }
  'table.levels_watched': { one: string | number; other: string | number }
  'table.makes_none': null
  'table.makes_suit': { suit: string | number }
  'table.no_more': null
  'table.no_trump': null
  'table.nobody_declared': null
  'table.nothing_to_declare': null
  'table.nth_few': { ordinal: string | number }
  'table.nth_one': { ordinal: string | number }
  'table.nth_other': { ordinal: string | number }
  'table.nth_two': { ordinal: string | number }
  'table.open_hands': null
  'table.opponent': null
  'table.own_kitty': null
  'table.pass': null
  'table.play': null
  'table.played': { cards: string | number; name: string | number }
  'table.points_label': null
  'table.points_label_open': null
  'table.points_mark': { count: number }
  'table.points_more': null
  'table.points_name': { label: string | number; more: string | number; points: string | number; threshold: string | number }
  'table.queue': null
  'table.queue_refused': { why: string | number }
  'table.queued': null
  'table.rating': { value: string | number }
  'table.redeal_claim': null
  'table.redeal_play_on': null
  'table.role_attack': { threshold: string | number }
  'table.role_defend': { threshold: string | number }
  'table.scale_declarers': { count: number }
  'table.scale_declarers_stay': null
  'table.scale_from': { from: string | number }
  'table.scale_now': null
  'table.scale_open': null
  'table.scale_opponents': { count: number }
  'table.scale_opponents_deal': null
  'table.scale_range': { from: string | number; to: string | number }
  'table.scale_title': null
  'table.seat_away': null
  'table.seat_free': null
  'table.selected': { count: number }
  'table.selected_of': { count: number; size: string | number }
  'table.shows': { cards: string | number }
  'table.side_unknown': null
  'table.suit_c': null
  'table.suit_d': null
  'table.suit_h': null
  'table.suit_s': null
  'table.suit_t': null
  'table.sweep': null
  'table.table': null
  'table.throw_failed': { challenger: string | number; name: string | number }
  'table.throw_failed_by_you': { name: string | number }
  'table.throw_failed_you': { challenger: string | number }
  'table.throw_penalty': { count: number }
  'table.throw_taken_back': null
  'table.time_up': { cards: string | number; name: string | number }
  'table.time_up_left': { count: number }
  'table.time_up_lost': { name: string | number }
  'table.time_up_lost_you': null
  'table.time_up_other': { name: string | number }
  'table.time_up_you': { cards: string | number }
  'table.time_up_you_other': null
  'table.to_act': null
  'table.too_few': { count: number }
  'table.too_many': { count: number }
  'table.trick_points': { count: number }
  'table.trump_is': { rank: string | number; suit: string | number }
  'table.trump_none': { rank: string | number }
  'table.trump_open': { rank: string | number }
  'table.trump_unknown': null
  'table.turned_up': null
  'table.undo': null
  'table.waits_bury': { name: string | number }
  'table.waits_call': { name: string | number }
  'table.waits_declare': null
  'table.waits_follow': { name: string | number }
  'table.waits_land': { name: string | number }
  'table.waits_lead': { name: string | number }
  'table.waits_redeal': { name: string | number }
  'table.winning': null
  'table.you': null
}

export type Key = keyof Parameters

/** An area whose words are loaded when its pages are. */
export type Apart = 'account' | 'admin' | 'history' | 'intro' | 'moderation' | 'nights' | 'organising' | 'practice' | 'rated' | 'readings' | 'replay' | 'review' | 'showing'
export type KeyOf<A extends Apart> = Extract<Key, `${A}.${string}`>
