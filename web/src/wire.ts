// Written by `python -m web.make_types` from src/shengji/server; change that.

/** An account as administrators see it. */
export interface AccountLine {
  /** the public id. */
  readonly person: string;
  /** what others read. */
  readonly name: string;
  /** what its owner may do besides playing. */
  readonly role: "administrator" | "organiser" | "player";
  /** when it was made, in milliseconds since 1970. */
  readonly made: number;
  /** when its owner was last here, to the day. */
  readonly seen: number;
  /** whether it is a bot's. */
  readonly bot: boolean;
}

/** Accounts in the order of their names. */
export interface AccountLines {
  /** some of them. */
  readonly accounts: readonly AccountLine[];
  /** the name after which the next ones come; `null`: these are the last. */
  readonly after: string | null;
}

/** One's own account. */
export interface AccountState {
  /** what others read. */
  readonly name: string;
  /** what one may do besides playing. */
  readonly role: "administrator" | "organiser" | "player";
  /** when it was made, in milliseconds since 1970. */
  readonly made: number;
  /** from when on it may take another name. */
  readonly rename_from: number;
  /** whether it has one. */
  readonly passphrase: boolean;
  /** its passkeys, the oldest first. */
  readonly passkeys: readonly PasskeyLine[];
  /** the address to which a code can be sent; `null`: none is known. */
  readonly mail: string | null;
  /** whether the site sends mail at all. */
  readonly mail_works: boolean;
  /** how many recovery codes are left. */
  readonly codes: number;
  /** whether this browser signed in, or proved that its owner is there, in the last ten minutes; ways in can be changed only then. */
  readonly proved: boolean;
  /** whether passkeys work at the address at which the site was asked: over HTTPS, or on `localhost`, and not at a number. */
  readonly passkeys_here: boolean;
}

/** What a keeper of the site has done. */
export interface ActLine {
  /** its place in the book. */
  readonly number: number;
  /** when, in milliseconds since 1970. */
  readonly at: number;
  /** the public id of who has done it; empty: who runs the server, on its command line. */
  readonly by: string;
  /** the name of that person; `null`: there is none. */
  readonly by_name: string | null;
  /** what, such as `ban` or `role`. */
  readonly act: string;
  /** to whom or what, by id. */
  readonly about: string;
  /** the name of that person; `null`: it is no person, or they are gone. */
  readonly name: string | null;
  /** the rest. */
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** What the keepers of the site have done, the last first. */
export interface ActLines {
  /** some of it. */
  readonly acts: readonly ActLine[];
  /** the number before which the next ones stand; `null`: these are the first. */
  readonly before: number | null;
}

/** What can be asked of a table. */
export type Action = Declare | NoMore | AnswerRedealAction | BuryAction | BidLandAction | CallFriendsAction | PlayAction | Next | Propose | Answer | Automate | Sit | Stand | Ready | Start | SetRules | SetSettings | SeatBot | ClearSeat | PlayFor | Admit | Nudge | SwapSeats | MakeHost | Say;

/** Another passkey; see `NewAccount`. */
export interface AddPasskey {
  /** What the browser's `navigator.credentials` gave, by its `toJSON()`. */
  readonly passkey: Readonly<Record<string, unknown>>;
  readonly label?: string;
}

/** The host lets somebody who is at the table take the seat of a bot in this match. */
export interface Admit {
  readonly do: "admit";
  readonly person: string;
}

/** Tell all phones something, or those of a table. Organisers only. */
export interface Announce {
  readonly do: "announce";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly text: string;
  readonly table?: number;
}

/** Why a match is not to count. */
export interface Annul {
  readonly reason: string;
}

/** Agree to what is proposed, or not; who has proposed it takes it back. */
export interface Answer {
  readonly do: "answer";
  readonly agree: boolean;
}

/** An answer: the question, by what it was made from, and the indices of what was chosen. */
export interface AnswerDrill {
  readonly rules: string | Readonly<Record<string, unknown>>;
  readonly kind: "follow" | "kitty" | "level" | "order" | "result" | "show" | "throw" | "tractor" | "trick";
  readonly seed: number;
  readonly chosen: readonly number[];
}

/** An answer; `choice` is the place of a choice, from 0. */
export interface AnswerPuzzle {
  readonly choice: number;
}

/** Claim a re-deal, or not. */
export interface AnswerRedealAction {
  readonly do: "redeal";
  readonly wanted: boolean;
}

/** A claim to what a guest has played. */
export interface AskClaim {
  /** the guest's code, however it was typed. */
  readonly code: string;
  /** whether to claim it; else it is only told what it is. */
  readonly confirm: boolean;
}

/** A question that is wanted. */
export interface AskDrill {
  /** the rules that it is about. */
  readonly rules: string | Readonly<Record<string, unknown>>;
  /** of what kind it may be; none: of any. */
  readonly kinds?: readonly ("follow" | "kitty" | "level" | "order" | "result" | "show" | "throw" | "tractor" | "trick")[];
  /** where chance starts; `null`: anywhere. */
  readonly seed?: number | null;
}

/** Ask what a bot would do in one's place. */
export interface AskHint {
  readonly type: "hint";
  readonly id: string;
}

/** For which account a code is to be sent to its address, and in which language. */
export interface AskMail {
  readonly name: string;
  readonly tongue?: "en" | "zh-Hans" | "zh-Hant";
}

/** Commands for a night, carried out one after the other in the order in which they were made. */
export interface AskNight {
  /** what is asked; each with an id that its browser has chosen, so that one that is sent again acts once and is answered alike. */
  readonly commands: readonly AskedOfNight[];
}

/** A wish to be seated for a rated match with people of about one's rating. */
export interface AskPairing {
  /** by the name of a `RatedSet`. */
  readonly rules?: string;
  /** whether somebody comes along as partner, by the code that the answer has. */
  readonly partner?: boolean;
  /** of the partner with whom one comes; `rules` and `partner` do not matter then. */
  readonly code?: string | null;
}

/** What the browser needs to ask for a passkey. */
export interface AskPasskey {
  /** to make one, to sign in with one, or to prove that the owner is there. */
  readonly purpose: "make" | "prove" | "sign-in";
  /** of the account that is to be made, as browsers show it. */
  readonly name?: string;
}

/** What can be asked of a night. */
export type AskedOfNight = ChangeSettings | SetOrganisers | CheckIn | Leave | PairUp | PartPair | NotePhone | ReleaseGuest | Draw | DrawRound | CancelRound | MergeTables | Replace | ChangePlaces | StartRound | ProlongClock | StopClock | ResumeClock | EnterHand | CorrectHand | ConfirmHand | DisputeHand | RuleHand | EndTable | NoteError | EndRound | Announce | GivePenalty | RevokePenalty | Reopen | EndNight;

/** Let a bot play for one's own seat from now on, or take it back. */
export interface Automate {
  readonly do: "automate";
  readonly on: boolean;
}

/** Bid for the land, or pass with no cards. */
export interface BidLandAction {
  readonly do: "land";
  readonly cards?: readonly Card[];
}

/** A person on a leaderboard. */
export interface BoardLine {
  /** the place, from 1. */
  readonly rank: number;
  /** who, by public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** the rating after the last result of the season. */
  readonly value: number;
  /** how uncertain it is: the strength is within twice as much in 19 of 20 cases. */
  readonly deviation: number;
  /** how many results it rests on, of all seasons. */
  readonly games: number;
}

/** A bot that is offered for a seat. */
export interface BotLine {
  /** its name. */
  readonly bot: string;
  /** about how long it thinks about a decision; 0 when it answers at once, `null` when that is not known. */
  readonly seconds: number | null;
}

/** The declared rating of a bot in a pool, which never changes by play. */
export interface BotRating {
  readonly bot: string;
  readonly pool: "friends" | "more-decks" | "one-deck" | "two-decks";
  readonly value: number;
}

/** Bury the kitty. */
export interface BuryAction {
  readonly do: "bury";
  readonly cards: readonly Card[];
}

/** The server ends this connection, and says why. */
export interface Bye {
  readonly type: "bye";
  /** `restart`: the browser connects again, in a moment; `slow`: the browser did not keep up, and does likewise; `gone`: there is no such table; `closed`: the table lets nobody watch; `signed-out`: the browser is nobody's any more; `banned`: its person is banned; `bot`: its account is a bot's, which comes to no table in a browser. */
  readonly code: "banned" | "bot" | "closed" | "gone" | "restart" | "signed-out" | "slow";
  readonly words: Text;
}

/** A card that makes a friend of whoever plays it (Z21 §6.5). */
export interface Call {
  /** the card. */
  readonly card: Card;
  /** which of its copies, in the order in which they are played: 1 for the first. */
  readonly ordinal: number;
}

/** A card that may be called, and how many copies there are. */
export interface CallChoice {
  readonly card: Card;
  readonly copies: number;
}

/** Call the friends. */
export interface CallFriendsAction {
  readonly do: "call";
  readonly calls: readonly Call[];
}

/** Undo the seating of a round in which no hand has been played. Organisers only. */
export interface CancelRound {
  readonly do: "cancel_round";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly round: number;
  readonly reason?: string;
}

/** One of the 54 cards of a deck; its value is how it is written (`5H`, `10S`, `BJ`). */
export type Card = "10C" | "10D" | "10H" | "10S" | "2C" | "2D" | "2H" | "2S" | "3C" | "3D" | "3H" | "3S" | "4C" | "4D" | "4H" | "4S" | "5C" | "5D" | "5H" | "5S" | "6C" | "6D" | "6H" | "6S" | "7C" | "7D" | "7H" | "7S" | "8C" | "8D" | "8H" | "8S" | "9C" | "9D" | "9H" | "9S" | "AC" | "AD" | "AH" | "AS" | "BJ" | "JC" | "JD" | "JH" | "JS" | "KC" | "KD" | "KH" | "KS" | "QC" | "QD" | "QH" | "QS" | "SJ";

/** A player drew a card; the card is hidden from the others. */
export interface CardDrawn {
  readonly event: "card_drawn";
  /** who. */
  readonly seat: number;
  /** the card, `null` where it is hidden. */
  readonly card: Card | null;
}

/** Let two people change places before a hand has been played there. Organisers only. At least one of them has a seat; the other may sit out. */
export interface ChangePlaces {
  readonly do: "change_places";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly one: string;
  readonly other: string;
}

/** Run it another way from now on. Organisers only. */
export interface ChangeSettings {
  readonly do: "change_settings";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly settings: NightSettings;
}

/** An option that differs from the preset that the rules come from. */
export interface Changed {
  readonly option: string;
  readonly title: Text;
  readonly value: Text;
  readonly preset_value: Text;
}

/** Ask whether a decision would be refused, as far as one's own cards tell, and how it reads. */
export interface Check {
  readonly type: "check";
  readonly id: string;
  readonly action: GameAction;
  /** only the readings of a lead are listed that have these units. */
  readonly having?: readonly (readonly Card[])[];
}

/** Come to the night, or come back to it; for oneself, or as an organiser for anybody. */
export interface CheckIn {
  readonly do: "check_in";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** who: the public id of the account, or a new id for a guest. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** the public id of the account; empty: a named guest. */
  readonly account?: string;
  /** with whom they have come to play as a pair, who has checked in before. */
  readonly partner?: string;
  /** the team for which they play, where a night has teams. */
  readonly team?: string;
}

/** Rules to be read. */
export interface CheckRules {
  readonly rules: string | Readonly<Record<string, unknown>>;
}

/** The answer to `Check`. */
export interface Checked {
  readonly type: "checked";
  readonly id: string;
  /** why it would be refused, or `null`. */
  readonly refusal: Text | null;
  /** where the leader must choose how a lead is read: the ways, best first, each the cards by units. */
  readonly readings: readonly (readonly (readonly Card[])[])[];
  /** where there may be other ways than are listed, the tractors that such a way can be asked to have besides (see `Check`); else none. */
  readonly tractors: readonly (readonly Card[])[];
  /** where it is a throw, what it is called and what stops it, as far as the seat can tell. */
  readonly throw: Text | null;
}

/** What rules come to. */
export interface CheckedRules {
  /** every option's value as plain data; of the preset alone when there is a fault. */
  readonly values: Readonly<Record<string, unknown>>;
  /** the options that are in effect. */
  readonly active: readonly string[];
  /** the options that differ from the preset and the system. */
  readonly changed: readonly string[];
  /** the rules in their shortest form. */
  readonly given: Readonly<Record<string, unknown>>;
  /** the preset and the system in words. */
  readonly heading: Text;
  /** why they cannot be played, or `null`. */
  readonly fault: RulesFault | null;
  /** the bots that are offered for a table with them. */
  readonly bots: readonly BotLine[];
}

/** The code with which a guest claims what they have played. */
export interface ClaimCode {
  /** the guest, by id in this night. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** to be written down, or part of a link: `/#/claim/NIGHT/CODE`. */
  readonly code: string;
}

/** The codes of all in a night whom an organiser has checked in and who have no account. */
export interface ClaimCodes {
  readonly codes: readonly ClaimCode[];
}

/** The host takes somebody out of a seat; in a match a person, for whom a bot goes on. */
export interface ClearSeat {
  readonly do: "clear_seat";
  readonly seat: number;
}

/** The time of the decision that is waited for, in milliseconds from when this was sent. */
export interface ClockState {
  readonly left: number;
  readonly bank: number;
}

/** Sign in with a recovery code, or one that an administrator gave. */
export interface CodeSignIn {
  /** sixteen letters and digits; how they are set apart does not matter. */
  readonly code: string;
  /** as of `SignIn`. */
  readonly leave?: boolean;
}

/** New recovery codes, each good once; they are shown only now, and the old ones are void. */
export interface Codes {
  readonly codes: readonly string[];
}

/** What has become of a command. */
export interface CommandAnswer {
  /** the command's. */
  readonly id: string;
  /** whether it was carried out, now or before. */
  readonly done: boolean;
  /** the version of the night after it. */
  readonly version: number;
  /** why it was refused, and what to do; `null`: it was not. */
  readonly refusal: Fault | null;
  /** what a draw says of itself; `null`: nothing. */
  readonly note: Text | null;
}

/** How a person has done beside another, and against them. */
export interface Companion {
  /** the other, by public id; `name` the name. */
  readonly person: string;
  readonly name: string;
  /** in how many matches both played. */
  readonly matches: number;
  /** of those with fixed teams that somebody has won, where they were on one side. */
  readonly together: Tally;
  /** likewise, where they were on two. */
  readonly against: Tally;
}

/** Say that a hand is right; it counts when both sides do, or a side and an organiser. */
export interface ConfirmHand {
  readonly do: "confirm_hand";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** in which round. */
  readonly round: number;
  /** at which table. */
  readonly table: number;
  /** which hand. */
  readonly hand: number;
  /** the version that was seen (`Hand.version`); 0: whatever stands there. */
  readonly version?: number;
}

/** The code that was sent to the address. */
export interface ConfirmMail {
  readonly code: string;
}

/** Write a hand down anew, such as for an invalid play found later. */
export interface CorrectHand {
  readonly do: "correct_hand";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** in which round. */
  readonly round: number;
  /** at which table. */
  readonly table: number;
  /** which hand. */
  readonly hand: number;
  /** how it went. */
  readonly entry: HandEntry;
  /** why, for people. */
  readonly reason?: string;
  /** whether an organiser decides it, without asking the sides. */
  readonly decide?: boolean;
  /** who sat where, if that was wrong too; only where an organiser decides. */
  readonly seats?: readonly string[];
}

/** The hand is thrown in and will be dealt again. */
export interface DealtAgain {
  readonly event: "dealt_again";
  /** nobody declared, a Joker was turned up, or a player claimed it. */
  readonly reason: "joker" | "no-bid" | "request";
  /** who draws first then. */
  readonly first: number;
  /** the Dealer then, `null` when the draw is to decide. */
  readonly dealer: number | null;
  /** the kitty's cards that were turned up. */
  readonly turned: readonly Card[];
}

/** The deck of a hand that is over is shown, so that everyone can check its commitment. */
export interface DeckShown {
  readonly event: "deck_shown";
  /** the order of the deck. */
  readonly deck: readonly Card[];
  /** what was joined to the deck before hashing. */
  readonly salt: string;
}

/** Declare, reinforce or override during the draw. */
export interface Declare {
  readonly do: "declare";
  readonly cards: readonly Card[];
}

/** A browser that is the person's. */
export interface Device {
  /** its id. */
  readonly device: string;
  /** what it is, such as `Firefox · Android`; empty where that is not known. */
  readonly label: string;
  /** since when it is the person's, in milliseconds since 1970; `null`: not known. */
  readonly made: number | null;
  /** when it was last here, to the day; likewise. */
  readonly seen: number | null;
  /** whether it is the one that asks. */
  readonly here: boolean;
}

/** A link that makes another browser this person's, once, for some minutes. */
export interface DeviceLink {
  /** the secret; the link is `/#/device/TOKEN`. */
  readonly token: string;
  /** how long it is good. */
  readonly seconds: number;
}

/** The person's browsers, those that were here last first. */
export interface Devices {
  readonly devices: readonly Device[];
}

/** Say that a hand is wrong as it was written down last. */
export interface DisputeHand {
  readonly do: "dispute_hand";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly round: number;
  readonly table: number;
  readonly hand: number;
  readonly reason?: string;
}

/** Ask for something to be done. */
export interface Do {
  readonly type: "do";
  /** made up by the browser; sent again after a lost connection, it acts once. */
  readonly id: string;
  /** what the person had seen; when that has changed in a way that matters, the action is refused as late. */
  readonly version: number;
  /** what. */
  readonly action: Action;
}

/** A `Do` has been carried out; what came of it is told as to everyone. */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly version: number;
}

/** Draw the next round: the server works out who sits where. Organisers only. */
export interface Draw {
  readonly do: "draw";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** decides between draws that are equally good; `null`: chance does. */
  readonly seed?: number | null;
  /** whether people meet those who stand near them; `null`: as the settings say. */
  readonly by_standings?: boolean | null;
  /** how many tables there are at most; `null`: as the settings say. */
  readonly tables?: number | null;
}

/** Seat everybody for the next round, as the draw says. Organisers only. */
export interface DrawRound {
  readonly do: "draw_round";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** the people of each table by seat, partners opposite each other. */
  readonly tables: readonly (readonly string[])[];
  /** who of those here does not play. */
  readonly sits_out?: readonly string[];
  /** the number of each table; empty: 1, 2, 3 ... */
  readonly numbers?: readonly number[];
  /** what chance started from, where it was drawn so. */
  readonly seed?: number | null;
  /** what the draw says of itself, for the organiser. */
  readonly note?: string;
  /** of tables of how many people the site rates what is played, as the server knows. */
  readonly ratable?: readonly number[];
}

/** What is right, and why. */
export interface DrillAnswered {
  /** whether exactly what is right was chosen. */
  readonly right: boolean;
  /** the indices of the choices that are right. */
  readonly rights: readonly number[];
  /** why each choice is right or wrong, where there is more to say. */
  readonly reasons: readonly (Text | null)[];
  /** why. */
  readonly explanation: Text;
  /** the sections of the texts. */
  readonly source: string;
  /** the options on which the answer hangs. */
  readonly hinges: readonly DrillHinge[];
}

/** A question about the rules. */
export interface DrillAsked {
  /** what it is about. */
  readonly kind: "follow" | "kitty" | "level" | "order" | "result" | "show" | "throw" | "tractor" | "trick";
  /** with the rules and the kind it makes the same question again. */
  readonly seed: number;
  /** the rules in words. */
  readonly heading: Text;
  /** what can be asked under these rules, easy things first. */
  readonly kinds: readonly ("follow" | "kitty" | "level" | "order" | "result" | "show" | "throw" | "tractor" | "trick")[];
  /** what is trump, where something is. */
  readonly trump: DrillTrump | null;
  /** the question. */
  readonly prompt: Text;
  /** the cards that it shows. */
  readonly piles: readonly DrillPile[];
  /** the answers. */
  readonly choices: readonly DrillChoice[];
  /** whether more than one may be right; then all that are must be chosen. */
  readonly several: boolean;
}

/** One of the answers; `label` says what it is where its cards do not. */
export interface DrillChoice {
  readonly label: Text | null;
  readonly cards: readonly Card[];
}

/** An option with another value of which something else would be right. */
export interface DrillHinge {
  readonly option: string;
  readonly title: Text;
  readonly value: Text;
  readonly source: string;
}

/** Cards that are shown with a question, and what they are. */
export interface DrillPile {
  readonly label: Text;
  readonly cards: readonly Card[];
}

/** What is trump; `suit` is `null` where no suit is. */
export interface DrillTrump {
  readonly rank: Rank;
  readonly suit: Suit | null;
}

/** End the night. Organisers only. */
export interface EndNight {
  readonly do: "end_night";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
}

/** End the round. Organisers only. */
export interface EndRound {
  readonly do: "end_round";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** whether to end it although hands have not been confirmed; they do not count until they are. */
  readonly unconfirmed?: boolean;
}

/** Stop playing at a table before the round is over. Who plays there, or an organiser. */
export interface EndTable {
  readonly do: "end_table";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly table: number;
  readonly reason?: string;
}

/** Write down a hand that was played with real cards. Who plays there, or an organiser. When another phone has written the same already, this confirms it. */
export interface EnterHand {
  readonly do: "enter_hand";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** in which round. */
  readonly round: number;
  /** at which table. */
  readonly table: number;
  /** its number at the table in this round, from 1. */
  readonly hand: number;
  /** how it went. */
  readonly entry: HandEntry;
  /** whether an organiser decides it, such as from a score sheet that both sides have signed, so that it counts at once. */
  readonly decide?: boolean;
}

/** Something that happened in a match. */
export type Event = HandStarted | CardDrawn | Shown | TrumpMade | RedealAnswered | DealtAgain | KittyTaken | KittyBuried | LandPassed | LandBid | FriendsCalled | ThrowFailed | Played | FriendJoined | TrickTaken | RestClaimed | HandEnded | MatchEnded | DeckShown;

/** An invalid throw that was led at a table with real cards (Z21 §3.7.5). */
export interface FailedThrow {
  /** who led it. */
  readonly person: string;
  /** how many of its units could be beaten. */
  readonly units: number;
  /** how many cards these have. */
  readonly cards: number;
  /** how many cards were taken back. */
  readonly withdrawn: number;
}

/** Why a request was refused; nothing has changed. */
export interface Fault {
  readonly code: string;
  readonly words: Text;
}

/** Another person at a table at which one holds a seat. */
export interface Fellow {
  /** who, by public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** whether that is an account's, which nobody else has. */
  readonly account: boolean;
}

/** A mean over deals, and its standard error. */
export interface Figure {
  readonly mean: number;
  readonly error: number;
}

/** A called card was played; its player is on the Declarers' team from now on (Z21 §6.5). */
export interface FriendJoined {
  readonly event: "friend_joined";
  /** who; the Dealer, or a friend for the second time, makes the team smaller. */
  readonly seat: number;
  /** which of the calls, from 0. */
  readonly call: number;
  /** the points that the player had won, which are thrown away. */
  readonly lost: number;
}

/** The Dealer called the cards of the friends (Z21 §6.5). */
export interface FriendsCalled {
  readonly event: "friends_called";
  /** the Dealer. */
  readonly seat: number;
  /** the cards called, one for each friend. */
  readonly calls: readonly Call[];
}

/** A message from the browser. */
export type FromBrowser = Hello | Do | Check | AskHint | Ping | Look;

/** A decision in a hand. */
export type GameAction = Declare | NoMore | AnswerRedealAction | BuryAction | BidLandAction | CallFriendsAction | PlayAction;

/** Take points of the standings from somebody. Organisers only. */
export interface GivePenalty {
  readonly do: "give_penalty";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** from whom. */
  readonly person: string;
  /** how many; 0: a warning. */
  readonly points: number;
  /** why, for people. */
  readonly reason: string;
}

/** A group of options. */
export interface GroupShape {
  readonly name: string;
  readonly title: string;
}

/** How a hand ended, and what its end does not say. */
export interface HandAccount {
  /** which hand of the match. */
  readonly number: number;
  /** the trump rank. */
  readonly rank: Rank;
  /** the trump suit, `null` for no trump suit. */
  readonly suit: Suit | null;
  /** the end, as its viewer may see it. */
  readonly ended: HandEnded;
  /** where the seats stood before the hand. */
  readonly before: readonly Standing[];
  /** where they stand now. */
  readonly after: readonly Standing[];
  /** the tricks with points, in order. */
  readonly tricks: readonly TrickAccount[];
  /** the points that failed throws and red fives gave to the Opponents, or took. */
  readonly penalty: number;
  /** the points thrown away by friends who joined. */
  readonly discarded: number;
  /** the seats of the winning side that a level which must be played has held back. */
  readonly held: readonly number[];
  /** whether the Opponents went up one level more for winning at all (Z21 §6.5). */
  readonly auto_level: boolean;
  /** how many levels the Dealer was to go up, when the Declarers won; more than the others when friends were missing. */
  readonly gain: number;
}

/** A hand is over. */
export interface HandEnded {
  readonly event: "hand_ended";
  /** the Dealer of the hand. */
  readonly dealer: number;
  /** the seats on the Declarers' team. */
  readonly declarers: readonly number[];
  /** the Opponents' points from tricks and penalties. */
  readonly tricks: number;
  /** what they count when the Opponents won the last trick, else 0. */
  readonly factor: number;
  /** the Opponents' points altogether. */
  readonly points: number;
  /** the side that won the hand. */
  readonly winner: "declarers" | "opponents";
  /** how many levels that side was to go up; must-play levels may have held it back. */
  readonly levels: number;
  /** the level of each seat after the hand. */
  readonly levels_after: readonly Rank[];
  /** who deals next; `null` when the draw decides. */
  readonly next_dealer: number | null;
  /** who draws first next. */
  readonly next_first: number;
  /** who buried the kitty last. */
  readonly buried_by: number;
  /** how many friends the Dealer's team lacked (Z21 §6.5). */
  readonly missing: number;
  /** the seats that fell by a hook (Z21 §6.1.3). */
  readonly hooked: readonly number[];
  /** the seats that went down for captured red fives. */
  readonly fined: readonly number[];
  /** how often each seat has gone through all levels, where levels wrap; else empty. */
  readonly laps_after: readonly number[];
  /** the seats that have played a hand at this level as Declarers, with it as the trump rank. */
  readonly tried_after: readonly number[];
  /** the seats that won the match by it, or none. */
  readonly winners: readonly number[];
  /** the buried cards. Hidden from all but who buried them unless the Opponents won the last trick. */
  readonly kitty: readonly Card[] | null;
  /** the points in the kitty; hidden with it. */
  readonly kitty_points: number | null;
  /** whether half of that counts, since a side suit won the last trick. */
  readonly halved: boolean;
}

/** A hand as people have written it down: by its points, or simply its result. */
export interface HandEntry {
  /** who dealt; empty: whose deal it was. */
  readonly dealer: string;
  /** the trump rank; `null`: the Dealer's level. */
  readonly rank: Rank | null;
  /** the trump suit; `null`: none, or nobody wrote it down. */
  readonly suit: Suit | null;
  /** among friends all who were on the Declarers' side; else nobody. */
  readonly declarers: readonly string[];
  /** what the Opponents took in tricks. */
  readonly points: number | null;
  /** the points in the kitty; they count when the Opponents won the last trick. */
  readonly kitty: number;
  /** the last trick; needed where `kitty` or a hook is to count. */
  readonly last_trick: LastTrick | null;
  /** simply the result, without points: the side that won the hand. */
  readonly winner: "declarers" | "opponents" | null;
  /** ... and how many levels it went up. */
  readonly levels: number | null;
  /** the invalid throws; their points are counted by the rules, and are not in `points`. */
  readonly throws: readonly FailedThrow[];
  /** under rules with red fives the owner of each one that the other side took; their points are not in `points` (W14, W23). */
  readonly red_fives: readonly string[];
  /** who has made an invalid play that was found later, so that the hand is lost for their side (Z21 §3.7.5, Z16 §4); empty: nobody. */
  readonly offender: string;
  /** what it was, for people. */
  readonly offence: string;
  /** whether it is struck out, such as one that was written down twice: nothing of it counts, and the next hand is dealt as if it had not been there. */
  readonly void: boolean;
}

/** A hand of a match that is over. */
export interface HandLine {
  /** its number in the match, from 1. */
  readonly hand: number;
  /** the seat of the Dealer. */
  readonly dealer: number;
  /** the trump rank. */
  readonly rank: Rank;
  /** the trump suit; `null`: no trump suit. */
  readonly suit: Suit | null;
  /** the Opponents' points. */
  readonly points: number;
  /** whether the Declarers won it. */
  readonly won: boolean;
  /** how many levels the Declarers went up by; less than 0: the Opponents did. */
  readonly levels: number;
  /** the seat that buried the kitty last. */
  readonly kitty_by: number;
  /** the points in the kitty. */
  readonly kitty_points: number;
  /** what they counted; 0: the Opponents did not win the last trick. */
  readonly kitty_factor: number;
  /** what it was for each seat. */
  readonly seats: readonly HandSeat[];
}

/** Where a hand stands in a record that was brought. `header` and these lines, with `hand` 1 in `hand_started`, are a record of this hand alone. */
export interface HandLines {
  /** the line that comes first. */
  readonly header: string;
  /** the first of the lines of the record, from 1; `last`: the last one. */
  readonly first: number;
  readonly last: number;
}

/** A hand that is over, with all its deals and all cards, to be gone through. */
export interface HandReplay {
  /** the level of each seat before it. */
  readonly levels: readonly Rank[];
  /** the order of the cards under its trump. */
  readonly layout: readonly (readonly (readonly Card[])[])[];
  /** all that happened, from its start to its end. */
  readonly events: readonly Event[];
  /** with which line a record of this hand alone begins (docs/record-format.md); the events follow. */
  readonly header: string;
  /** where one stops in it, in order. */
  readonly moments: readonly ReplayMoment[];
  /** its review, where a record that was brought carries one such as this site would make. */
  readonly reviewed: ReviewedHand | null;
}

/** How it stands with the review of a hand. */
export interface HandReviewState {
  /** `none`: nobody has asked for it; `waiting`: others come first; `running`: it is being made; `failed`: it could not be made; `done`: here it is. */
  readonly state: "done" | "failed" | "none" | "running" | "waiting";
  /** how many hands or matches come before it, while it waits. */
  readonly ahead: number;
  /** how many of the `of` events of the hand have been looked at. */
  readonly done: number;
  readonly of: number;
  /** whether one waits for it oneself, and so can take the wish back. */
  readonly own: boolean;
  /** the review, once it is done. */
  readonly review: ReviewedHand | null;
}

/** What a hand was for a seat. */
export interface HandSeat {
  /** who held it when the hand ended, by public id; `null`: a bot, or somebody who is known no more. */
  readonly person: string | null;
  /** of the seat in the hand. */
  readonly role: "dealer" | "opponent" | "partner";
  /** how many levels its side went up by; less than 0: the other side did. */
  readonly levels: number;
  /** how many throws it led that stood. */
  readonly throws: number;
  /** how many throws it led that did not. */
  readonly failed: number;
}

/** A hand begins. */
export interface HandStarted {
  readonly event: "hand_started";
  /** its number in the match, from 1; the same when it is dealt again. */
  readonly hand: number;
  /** the trump rank; `null` when the draw decides who deals and levels differ, so that everyone bids their own (Z21 §6.5). */
  readonly rank: Rank | null;
  /** the Dealer; `null` where the draw decides, as in the first hand (Z21 §3.5.5). */
  readonly dealer: number | null;
  /** the seat that draws first. */
  readonly first: number;
  /** the cards that were turned up to count it (Z21 §3.5.3). */
  readonly turned: readonly Card[];
  /** SHA-256, in hex, of the salt, a space, and the deck as written by `shengji.cards.write_cards`. */
  readonly commitment: string;
  /** the order of the deck. Hidden from everyone. */
  readonly deck: readonly Card[] | null;
  /** what was joined to the deck before hashing. Hidden from everyone. */
  readonly salt: string | null;
  /** how often this hand has been dealt again on request. */
  readonly redeals: number;
}

/** A hand in the notation. */
export interface HandText {
  /** the text, which is read again without loss. */
  readonly text: string;
}

/** Something happened in the match, or another decision is waited for. */
export interface Happened {
  readonly type: "happened";
  readonly version: number;
  readonly events: readonly Numbered[];
  readonly now: Now;
  /** the order of the cards, when it has changed. */
  readonly layout: readonly (readonly (readonly Card[])[])[] | null;
}

/** A mute or a ban, as its person is told of it. */
export interface Held {
  /** why. */
  readonly reason: string;
  /** until when, in milliseconds since 1970; `null`: for good. */
  readonly until: number | null;
}

/** The first message. */
export interface Hello {
  readonly type: "hello";
  /** the version of the last event that the browser has, to be sent only what is new. */
  readonly since?: number | null;
}

/** The answer to `AskHint`: an action that could be sent as it stands. */
export interface Hinted {
  readonly type: "hinted";
  readonly id: string;
  readonly action: GameAction;
  /** why a bot would do that, and then why not something else; `null` where the table does not let it say. */
  readonly why: Text | null;
}

/** A mute or a ban to be imposed. */
export interface Impose {
  /** which of the two. */
  readonly kind: "ban" | "mute";
  /** why, as its person will read it. */
  readonly reason: string;
  /** until when, in milliseconds since 1970; `null`: for good. */
  readonly until?: number | null;
}

/** The player who took the kitty buried cards as the kitty; they are hidden from the others. */
export interface KittyBuried {
  readonly event: "kitty_buried";
  /** who. */
  readonly seat: number;
  /** the cards buried, `null` where they are hidden. */
  readonly cards: readonly Card[] | null;
}

/** What a person had to do with kitties. */
export interface KittyNumbers {
  /** in how many hands the person buried the kitty last. */
  readonly buried: number;
  /** in how many of these the Opponents won the last trick, and the kitty with it. */
  readonly lost: number;
  /** in how many hands the person was an Opponent when these won it. */
  readonly taken: number;
}

/** The Dealer, or who bid for the land, took the kitty; its cards are hidden from the others. */
export interface KittyTaken {
  readonly event: "kitty_taken";
  /** who. */
  readonly seat: number;
  /** the cards of the kitty, `null` where they are hidden. */
  readonly cards: readonly Card[] | null;
  /** whether everybody was shown them before, as houses may have it for the Dealer. */
  readonly shown: boolean;
}

/** A player bids for the land: trump changes, and the kitty is taken and buried anew (Z21 §6.2). */
export interface LandBid {
  readonly event: "land_bid";
  /** who. */
  readonly seat: number;
  /** the cards shown. */
  readonly cards: readonly Card[];
  /** the trump suit that they make, `null` for no trump suit. */
  readonly suit: Suit | null;
}

/** A player does not bid for the land (Z21 §6.2). */
export interface LandPassed {
  readonly event: "land_passed";
  /** who. */
  readonly seat: number;
}

/** The last trick of a hand, as far as its result depends on it (Z21 §3.8). */
export interface LastTrick {
  /** the side that won it. */
  readonly side: "declarers" | "opponents";
  /** of the longest unit led: 1 for single cards, 2 for pairs ... */
  readonly width: number;
  /** how many such in a row it has: 1, or more for a tractor. */
  readonly length: number;
  /** how many cards were led altogether; 0: those of that unit. */
  readonly led: number;
  /** whether it was won with cards of a side suit. */
  readonly side_suit: boolean;
  /** whether it was won with a card that hooks, where rules have hooks (Z21 §6.1.3). */
  readonly hook: boolean;
}

/** Those who are rated best in a pool and a season. */
export interface Leaderboard {
  /** the pool. */
  readonly pool: "friends" | "more-decks" | "one-deck" | "two-decks";
  /** the season; `null`: nothing was rated in this pool yet. */
  readonly season: string | null;
  /** all that this pool has had, the last one first. */
  readonly seasons: readonly string[];
  /** whether these are those whose ratings are still too uncertain for the board. */
  readonly provisional: boolean;
  /** some of them, the best first. */
  readonly lines: readonly BoardLine[];
  /** what to ask for as `after` for those that follow; `null`: there are no more. */
  readonly next: number | null;
}

/** Leave the night; for oneself, or as an organiser for anybody. */
export interface Leave {
  readonly do: "leave";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly person: string;
}

/** Who is about to leave a rated match. */
export interface Leaving {
  /** whose seat it is, or was when the match began. */
  readonly seat: number;
  /** since when they are away, in milliseconds since 1970; earlier by as long as a bot has played for them in this match before. */
  readonly since: number;
}

/** The open tables. */
export interface Lobby {
  /** those at which somebody is, with people who wait first. */
  readonly tables: readonly TableLine[];
  /** the bots that are offered, ours from weak to strong, then those of the operator. */
  readonly bots: readonly BotLine[];
}

/** Tell what the page is looked at for, as often as that changes. */
export interface Look {
  readonly type: "look";
  /** whether the page can be seen; who sees no page of a table may be called by a push. */
  readonly seen: boolean;
  /** whether the hand that is over is gone through there, or its review is read, so that the next one waits (`Onward`). */
  readonly reading?: boolean;
}

/** A new account. */
export interface MadeAccount {
  /** the person, the same as before. */
  readonly me: Me;
  /** recovery codes, each good once; they are shown only now. */
  readonly codes: readonly string[];
}

/** A new token, and its secret, which is never told again. */
export interface MadeToken {
  readonly token: Token;
  readonly secret: string;
}

/** The host makes somebody who is at the table the host. */
export interface MakeHost {
  readonly do: "make_host";
  readonly person: string;
}

/** The match is over; `winners` are the seats that won it (Z21 §3.9). */
export interface MatchEnded {
  readonly event: "match_ended";
  /** their seats; none where it was ended by agreement. */
  readonly winners: readonly number[];
  /** `won` by the levels; `conceded` by the other side; `agreed`: ended before anybody had won; `hand`: it was for one hand, and won with that. */
  readonly reason: "agreed" | "conceded" | "hand" | "won";
}

/** A match that is over, hand by hand. */
export interface MatchFacts {
  /** as lists show it. */
  readonly line: MatchLine;
  /** what was played. */
  readonly rules: RulesState;
  /** the hands that are over, in order. */
  readonly hands: readonly HandLine[];
  /** what it has changed, of a rated match. */
  readonly rating: MatchRating | null;
  /** the table of a night at which it was played; `null`: at none. */
  readonly night: MatchNight | null;
}

/** A match that is over, as lists show it. */
export interface MatchLine {
  /** its id. */
  readonly match: string;
  /** when, in milliseconds since 1970; `ended` likewise. */
  readonly begun: number;
  readonly ended: number;
  /** how it ended: `won` by the levels; `conceded` by the other side; `agreed`: ended before anybody had won; `hand`: it was for one hand; `left`: somebody left a rated match; `late`: somebody let the time run out too often in one; `abandoned`: not gone on with. */
  readonly ending: "abandoned" | "agreed" | "conceded" | "hand" | "late" | "left" | "won";
  /** the rules' preset and system in words. */
  readonly heading: Text;
  /** the name of the preset; `system` that of the system laid over it. */
  readonly preset: string;
  readonly system: string | null;
  /** what is played, as in `RulesState`; `players`, `decks` and `teams` likewise. */
  readonly game: "finding-friends" | "forty-points" | "land" | "six-player" | "six-player-two-deck" | "three-deck" | "tractor" | null;
  readonly players: number;
  readonly decks: number;
  readonly teams: "fixed" | "friends";
  /** the seats that won it. */
  readonly winners: readonly number[];
  /** how many hands are over. */
  readonly hands: number;
  /** whether it counts for ratings. */
  readonly rated: boolean;
  /** whether others than those who played may see it. */
  readonly open: boolean;
  /** who held the seats, by seat. */
  readonly seats: readonly MatchPlayer[];
}

/** A decision that cost much in a match. */
export interface MatchMistake {
  /** the number of its hand. */
  readonly hand: number;
  /** the decision; its events are numbered from the first of its hand. */
  readonly decision: ReviewedDecision;
}

/** The table of a night at which a match was played. */
export interface MatchNight {
  /** its id. */
  readonly night: string;
  /** what it is called; empty: nothing. */
  readonly title: string;
  /** the number of the round; `table`: of the table. */
  readonly round: number;
  readonly table: number;
  /** whether it was played with real cards: the hands are as people have written them down, and there is no record. */
  readonly real: boolean;
}

/** Some matches, the one that ended last first. */
export interface MatchPage {
  /** the matches. */
  readonly matches: readonly MatchLine[];
  /** what to ask for as `before` to be told those that follow; `null`: there are no more. */
  readonly next: string | null;
}

/** Who held a seat of a match, from some hand on until the next of the same seat. */
export interface MatchPlayer {
  /** the seat. */
  readonly seat: number;
  /** the first hand at whose end they held it; 0: they held it when the match began. */
  readonly first: number;
  /** who, by public id; `null`: a bot, or somebody who is known no more. */
  readonly person: string | null;
  /** the person's name, or the bot's. */
  readonly name: string;
  /** the bot that held it for nobody. */
  readonly bot: string | null;
  /** at the end of how many hands they held it. */
  readonly hands: number;
}

/** What a rated match has changed. */
export interface MatchRating {
  /** where it counts; `season`: when. */
  readonly pool: "friends" | "more-decks" | "one-deck" | "two-decks";
  readonly season: string;
  /** what counts, as in `RatedHouse`. */
  readonly counted: "hands" | "levels" | "matches";
  /** the seats whose persons left the match or let the time run out too often, and so lost it. */
  readonly left: readonly number[];
  /** why an administrator has annulled it; `null`: it counts. */
  readonly annulled: string | null;
  /** whether the ratings have been worked out; that is so within moments. */
  readonly done: boolean;
  /** how ratings have changed, by seats; none of bots. */
  readonly changes: readonly SeatRating[];
}

/** How somebody decided in a match, over the hands that are reviewed. */
export interface MatchReviewPlayer {
  /** who, by the place in the `seats` of the match's `MatchLine`. */
  readonly player: number;
  /** the seat; `first`: the hand from which on they held it, 0 for the beginning. */
  readonly seat: number;
  readonly first: number;
  /** as in `ReviewedPlayer`; `cost` and `accuracy` likewise. */
  readonly decisions: number;
  readonly cost: number;
  readonly accuracy: number | null;
}

/** How it stands with the reviews of the hands of a match. */
export interface MatchReviewState {
  /** as in `HandReviewState`: `done` once no hand is left to be reviewed, or none can be. */
  readonly state: "done" | "failed" | "none" | "running" | "waiting";
  /** the numbers of the hands that are reviewed. */
  readonly hands: readonly number[];
  /** how many hands are over. */
  readonly of: number;
  /** whether one waits for any of them oneself. */
  readonly own: boolean;
  /** how those decided who held the seats; empty while hands wait for their reviews. */
  readonly players: readonly MatchReviewPlayer[];
  /** the decisions that cost most in all these hands, three at most, the costliest first; empty while hands wait for their reviews. */
  readonly worst: readonly MatchMistake[];
  /** likewise of one's own decisions; `null`: one has decided nothing in these hands, or they wait. */
  readonly own_worst: readonly MatchMistake[] | null;
}

/** Whether a person shares a match by a link. */
export interface MatchShare {
  /** with what the link leads there; `null`: there is no link. */
  readonly token: string | null;
}

/** Where the match stood before the hand under way, for who has not followed it. */
export interface MatchStart {
  /** the level of each seat; `laps` likewise. */
  readonly levels: readonly Rank[];
  readonly laps: readonly number[];
  /** how many hands have started before. */
  readonly hands: number;
  /** those that are over, in order. */
  readonly results: readonly HandAccount[];
}

/** The person to whom this browser belongs. */
export interface Me {
  /** the public id. */
  readonly person: string;
  /** what others read. */
  readonly name: string;
  /** of the account; `null`: a guest, who has none. */
  readonly role: "administrator" | "organiser" | "player" | null;
  /** whether the account is a bot's, which plays over the network and sits nowhere. */
  readonly bot: boolean;
  /** where the person holds a seat. */
  readonly tables: readonly Seated[];
  /** why the person can say nothing; `null`: they can. */
  readonly muted: Held | null;
  /** why the person can do nothing here but take their data and go; `null`: they can. */
  readonly banned: Held | null;
}

/** Make one table of several at which no hand has been played. Organisers only. */
export interface MergeTables {
  readonly do: "merge_tables";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** which; the first keeps its number. */
  readonly tables: readonly number[];
  /** who sits there by seat; the others of these tables sit out. */
  readonly seats: readonly string[];
  /** as of `DrawRound`. */
  readonly ratable?: readonly number[];
}

/** An account that a guest wants, with the first way in: a passphrase or a passkey. */
export interface NewAccount {
  /** what others read; no other account has one like it. */
  readonly name: string;
  /** at least 10 characters, not one that everybody tries first. */
  readonly passphrase?: string | null;
  /** made for the options of `POST /api/passkeys` for `make`. */
  readonly passkey?: Readonly<Record<string, unknown>> | null;
  /** what the passkey is called. */
  readonly label?: string;
}

/** A night to be made; whoever makes it is its organiser. */
export interface NewNight {
  /** how it is run. */
  readonly settings?: NightSettings;
  /** what tells this wish from others, so that one that is sent again makes one night. */
  readonly id?: string | null;
}

/** What is wrong with what somebody does. */
export interface NewReport {
  /** that, in one's own words. */
  readonly text: string;
  /** at which table; `null`: elsewhere. */
  readonly table?: string | null;
  /** in which match that is over; `null`: in none. */
  readonly match?: string | null;
  /** in which hand there; `null`: in none. */
  readonly hand?: number | null;
}

/** A table to be opened; whoever asks is its host and sits in seat 0. */
export interface NewTable {
  /** a preset's name, or an object as `shengji.rules.rules_from` reads it. */
  readonly rules?: string | Readonly<Record<string, unknown>>;
  /** how it is run. */
  readonly settings?: Settings;
  /** the bot for all other seats; `null`: they stay free. */
  readonly bots?: string | null;
  /** whether the match starts at once; only where `bots` fills the table. */
  readonly start?: boolean;
}

/** A token to be made. */
export interface NewToken {
  /** what it is for. */
  readonly label: string;
  /** what it allows. */
  readonly scopes: readonly ("bot" | "history" | "profile")[];
  /** how long it is good; `null`: until it is ended. */
  readonly days?: number | null;
}

/** The result has been seen; go on with the next hand. */
export interface Next {
  readonly do: "next";
}

/** What has become of commands, in the order in which they were sent. */
export interface NightAnswers {
  /** the version of the night now. */
  readonly version: number;
  /** one for each. */
  readonly answers: readonly CommandAnswer[];
}

/** What a guest has played, which can be claimed. */
export interface NightClaim {
  /** the night. */
  readonly night: string;
  /** what it is called; empty: nothing. */
  readonly title: string;
  /** when it was made, in milliseconds since 1970. */
  readonly opened: number;
  /** the guest, by id in it. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** in how many rounds they have played a hand that counts. */
  readonly rounds: number;
  /** how many hands that count. */
  readonly hands: number;
  /** whether it belongs to an account; `yours`: to that of who asks. */
  readonly claimed: boolean;
  readonly yours: boolean;
  /** why it could not be claimed, and what to do; `null`: nothing was refused. */
  readonly refusal: Fault | null;
}

/** Somebody says that a hand is wrong as it was written down last. */
export interface NightDispute {
  readonly person: string;
  readonly reason: string;
}

/** A hand of a table, as it stands. */
export interface NightHand {
  /** its number at the table in this round. */
  readonly hand: number;
  /** who sat where, by id in this night. */
  readonly seats: readonly string[];
  /** whether a table of the server has told of it. */
  readonly online: boolean;
  /** the number of the latest version, which a confirmation names. */
  readonly version: number;
  /** whether it counts. */
  readonly confirmed: boolean;
  /** whether the latest version waits to be confirmed. */
  readonly waits: boolean;
  /** who has confirmed the latest version, its writer among them. */
  readonly confirmed_by: readonly string[];
  /** who says that it is wrong, and why. */
  readonly disputes: readonly NightDispute[];
  /** whether the asker can confirm it now, so that it counts, or is rated. */
  readonly may_confirm: boolean;
  /** why it does not count for ratings, as it was written last; `null`: it does, or no hand of its table can. */
  readonly lack: NightLack | null;
  /** all that was written of it, the latest last; of an online hand nothing. */
  readonly versions: readonly NightVersion[];
  /** what organisers have ruled of an online hand, the latest last, which counts. */
  readonly rulings: readonly NightRuling[];
  /** when it was first written down, in milliseconds since 1970. */
  readonly at: number;
  /** the Dealer's seat. */
  readonly dealer: number;
  /** the seats on the Declarers' side. */
  readonly declarers: readonly number[];
  /** the trump rank. */
  readonly rank: Rank;
  /** the trump suit; `null`: none, or nobody wrote it down. */
  readonly suit: Suit | null;
  /** the Opponents' points altogether, as they count. */
  readonly points: number;
  /** what of them the kitty brought. */
  readonly bonus: number;
  /** the side that won. */
  readonly winner: "declarers" | "opponents";
  /** how many levels it was to go up. */
  readonly levels: number;
  /** the level of each seat after it. */
  readonly after: readonly Rank[];
  /** the seats that fell by a hook. */
  readonly hooked: readonly number[];
  /** the seats that won the match with it, or none. */
  readonly winners: readonly number[];
  /** whose invalid play was found later and lost the hand; `null`: nobody's. */
  readonly offender: string | null;
  /** whether it was struck out; nothing of it counts. */
  readonly void: boolean;
  /** whether the match had been won before, as a correction has shown. */
  readonly beyond: boolean;
  /** whether another dealt, or another rank was trump, than the hands before say now. */
  readonly otherwise: boolean;
}

/** A night. */
export interface NightId {
  readonly night: string;
}

/** A reason why a hand does not count for ratings. */
export interface NightLack {
  /** what it lacks. */
  readonly code: "account" | "bot" | "hand" | "late" | "ruling" | "side" | "waits";
  /** who could give that, or whom it is about, by id in this night. */
  readonly people: readonly string[];
}

/** A night in a list. */
export interface NightLine {
  /** its id. */
  readonly night: string;
  /** what it is called; empty: nothing. */
  readonly title: string;
  /** the series to which it belongs; empty: none. */
  readonly series: string;
  /** when it was made, in milliseconds since 1970. */
  readonly opened: number;
  /** when it was over; `null`: it is not. */
  readonly ended: number | null;
  /** where it stands. */
  readonly stage: "open" | "over" | "running";
  /** how many have checked in. */
  readonly people: number;
  /** how many rounds have been drawn. */
  readonly rounds: number;
  /** what the asker is in it. */
  readonly role: "onlooker" | "organiser" | "player";
}

/** Nights, the latest first. */
export interface NightLines {
  /** some of them. */
  readonly nights: readonly NightLine[];
  /** what to give as `before` for more; `null`: there are no more. */
  readonly next: number | null;
}

/** What an organiser told all, or a table (0: all). */
export interface NightNews {
  readonly text: string;
  readonly table: number;
  readonly by: string;
  readonly at: number;
}

/** An invalid play that was put right during its trick, which costs nothing (Z16 §4). */
export interface NightNote {
  readonly round: number;
  readonly table: number;
  readonly person: string;
  readonly what: string;
  readonly by: string;
  readonly at: number;
}

/** Who runs a night. */
export interface NightOrganiser {
  readonly person: string;
  readonly name: string;
}

/** Points of the standings that somebody loses. */
export interface NightPenalty {
  /** its number in the night. */
  readonly number: number;
  /** who, by id in this night. */
  readonly person: string;
  /** how many; 0: a warning. */
  readonly points: number;
  /** why. */
  readonly reason: string;
  /** the name of who gave it. */
  readonly by: string;
  /** when, in milliseconds since 1970. */
  readonly at: number;
  /** when it was taken back; `null`: it stands. */
  readonly revoked: number | null;
  /** why; empty: nothing was said. */
  readonly revoked_for: string;
}

/** Somebody who has checked in. */
export interface NightPerson {
  /** the id in this night. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** the public id of the account to which results belong; `null`: a guest. */
  readonly account: string | null;
  /** the team for which they play; empty: none. */
  readonly team: string;
  /** the id of the partner they have come with; `null`: nobody. */
  readonly partner: string | null;
  /** whether they are here. */
  readonly here: boolean;
  /** whether an organiser has checked them in, since they have no browser. */
  readonly desk: boolean;
  /** whether they can play by phone; else they are drawn to tables with real cards. */
  readonly phone: boolean;
  /** when they checked in first, in milliseconds since 1970. */
  readonly arrived: number;
  /** where they sit in the round under way; `null`: nowhere. */
  readonly table: number | null;
}

/** The part of a night that can count for ratings (docs/ratings.md). */
export interface NightRatings {
  /** at tables of how many people hands can count, by the settings of now. */
  readonly sizes: readonly number[];
  /** by which rules nights are rated on this site, to be read. */
  readonly names: Text;
  /** whether the asker has the role of an organiser on the site, so that hands count that they decide at tables where they do not play. */
  readonly trusted: boolean;
}

/** All that is known of a night, to be kept elsewhere. */
export interface NightResults {
  /** its id; `title`, `series`, `opened` and `ended` as of `NightLine`. */
  readonly night: string;
  readonly title: string;
  readonly series: string;
  readonly opened: number;
  readonly ended: number | null;
  /** how it was run. */
  readonly settings: NightSettings;
  /** who has checked in. */
  readonly people: readonly NightPerson[];
  /** all rounds, with all hands. */
  readonly rounds: readonly NightRound[];
  /** all penalties. */
  readonly penalties: readonly NightPenalty[];
  /** the standings. */
  readonly standings: readonly NightStanding[];
  /** the standings of the teams. */
  readonly teams: readonly TeamStanding[];
}

/** A round. */
export interface NightRound {
  /** its number. */
  readonly round: number;
  /** when it was drawn, in milliseconds since 1970. */
  readonly drawn: number;
  /** how long it is; 0: it has no clock. */
  readonly minutes: number;
  /** when its clocks began to run; `null`: they have not. */
  readonly started: number | null;
  /** since when they stand still; `null`: they run, or have not begun. */
  readonly stopped: number | null;
  /** when it was over; `null`: it is not. */
  readonly ended: number | null;
  /** who of those here does not play in it, by id in this night. */
  readonly sits_out: readonly string[];
  /** what the draw said of itself; `null`: nothing, or it is not for the asker. */
  readonly note: Text | null;
  /** what chance started from; `null`: nothing, or it is not for the asker. */
  readonly seed: number | null;
  /** its tables by number. */
  readonly tables: readonly NightTable[];
}

/** What an organiser has ruled of a hand of a table of the site. */
export interface NightRuling {
  /** how it counts; with nothing in it as it was played. */
  readonly ruling: Ruling;
  /** the name of who has ruled it. */
  readonly by: string;
  /** when, in milliseconds since 1970. */
  readonly at: number;
  /** why. */
  readonly reason: string;
}

/** How a night is run. A series of nights is the same settings again. */
export interface NightSettings {
  /** what the night is called; people read it. */
  readonly title: string;
  /** the series to which it belongs; empty: it stands alone. */
  readonly series: string;
  /** in how many nights of its series somebody must have played to stand on the series' board of ratings; that of the last night counts. */
  readonly least_nights: number;
  /** what four play, as `shengji.rules.rules_from` reads it: a preset, and changes. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** with which level matches begin: 8, so that they end (Z16 §3); `null`: with that of the rules. */
  readonly start_level: Rank | null;
  /** how many rounds there are; `null`: as many as people like. */
  readonly rounds: number | null;
  /** how long a round is; 0: it has no clock. */
  readonly minutes: number;
  /** who plays with whom: partners chosen at the door, or drawn each round (Z16 §3). */
  readonly partners: "chosen" | "drawn";
  /** whether hands count for ratings. */
  readonly rated: boolean;
  /** the numbers of the tables at which games are casual (Z16 §3): they count neither for ratings nor for the standings. */
  readonly casual: readonly number[];
  /** how many tables there are; 0: as many as are needed. */
  readonly tables: number;
  /** the numbers of the tables that have real cards; `all`: every table. */
  readonly real_cards: readonly number[] | "all";
  /** when numbers do not divide by four: somebody sits out, or a table is larger. */
  readonly uneven: "larger-tables" | "sit-out";
  /** what six at a table play: friends, or two teams of three. Five play friends. */
  readonly six_play: "friends" | "teams";
  /** what is played among friends, as `rules`, but for the number of players. */
  readonly friends_rules: Readonly<Record<string, unknown>>;
  /** what two teams of three play, as `rules`. */
  readonly six_rules: Readonly<Record<string, unknown>>;
  /** whether people meet those who stand near them. */
  readonly by_standings: boolean;
  /** whether only organisers see the standings until the night is over. */
  readonly hide_standings: boolean;
  /** points that an error found later costs besides the hand (Z21 §3.7.5). */
  readonly error_points: number;
  /** levels that it costs besides the hand (Z21 §3.7.5). */
  readonly error_levels: number;
}

/** A line of the standings, of a night or of a series of nights. */
export interface NightStanding {
  /** 1 for the first; who are level share one. Who has not played a hand that counts comes after all who have. */
  readonly place: number;
  /** the id in the night; in a series the public id of the account, or a guest's name. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** the public id of the account; `null`: a guest. */
  readonly account: string | null;
  /** the team for which they play; empty: none. */
  readonly team: string;
  /** in how many nights they have played a hand that counts. */
  readonly nights: number;
  /** in how many rounds. */
  readonly rounds: number;
  /** how many hands that count. */
  readonly hands: number;
  /** how many of these their side has won. */
  readonly won: number;
  /** how many levels their side has won in these, less those of the other side. */
  readonly levels: number;
  /** how many matches they have won. */
  readonly matches: number;
  /** the points that penalties take. */
  readonly penalty: number;
  /** levels less penalties: what the place goes by. */
  readonly score: number;
  /** how many points of their rating this has brought them, over all pools in which they have played; `null`: nothing of it is rated yet, or they have no account. */
  readonly rating: number | null;
}

/** A night, as the asker may see it. */
export interface NightState {
  /** its id. */
  readonly night: string;
  /** grows with all that happens; what to ask with as `since` for what comes next. */
  readonly version: number;
  /** the server's time, in milliseconds since 1970, to set clocks by. */
  readonly now: number;
  /** where it stands. */
  readonly stage: "open" | "over" | "running";
  /** what the asker is in it. */
  readonly role: "onlooker" | "organiser" | "player";
  /** the asker's id in it; `null`: they have not checked in. */
  readonly you: string | null;
  /** when it was made, in milliseconds since 1970. */
  readonly opened: number;
  /** when it was over; `null`: it is not. */
  readonly ended: number | null;
  /** how it is run. */
  readonly settings: NightSettings;
  /** who runs it. */
  readonly organisers: readonly NightOrganiser[];
  /** all who have checked in, in the order in which they came. */
  readonly people: readonly NightPerson[];
  /** the last round that was drawn; `null`: none yet. */
  readonly round: NightRound | null;
  /** the asker's table in it, with its hands; `null`: they sit nowhere. */
  readonly table: NightTable | null;
  /** the rounds before, without hands. */
  readonly rounds: readonly NightRound[];
  /** what was told to all, and to the asker's table; the latest last. */
  readonly announcements: readonly NightNews[];
  /** all penalties, those that were taken back among them. */
  readonly penalties: readonly NightPenalty[];
  /** the invalid plays that were put right; only organisers are told of all, others of those at their tables. */
  readonly notes: readonly NightNote[];
  /** the standings; `null`: they are hidden from the asker until the night is over. */
  readonly standings: readonly NightStanding[] | null;
  /** the standings of the teams; none: there are no teams, or they are hidden. */
  readonly teams: readonly TeamStanding[];
  /** whether standings are hidden from others than organisers now. */
  readonly hidden: boolean;
  /** changes with what the night has brought for ratings; what to ask with as `rated`, beside `since`, to hear of that too. */
  readonly rated: number;
  /** what of it can count for ratings. */
  readonly ratings: NightRatings;
}

/** A table in a round. */
export interface NightTable {
  /** the number of the round. */
  readonly round: number;
  /** the number of the table. */
  readonly table: number;
  /** who sits where now, by id in this night; partners opposite each other. */
  readonly seats: readonly string[];
  /** whether it has real cards. */
  readonly cards: "online" | "real";
  /** whether its hands can count for ratings. */
  readonly rated: boolean;
  /** why they cannot; `null`: they can. */
  readonly unrated: "casual" | "night" | "rules" | null;
  /** whether its games count for nothing (Z16 §3). */
  readonly casual: boolean;
  /** the id of the table on this site at which it is played (`/#/table/ID`); `null`: with real cards. */
  readonly site: string | null;
  /** its match in the history (`/#/match/ID`), when it has stopped playing and is rated; else `null`. */
  readonly match: string | null;
  /** what is played. */
  readonly heading: Text;
  /** what is played, as `RulesState.given`. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** whether teams are found in each hand. */
  readonly friends: boolean;
  /** how many points there are in the cards. */
  readonly total: number;
  /** the level of each seat. */
  readonly levels: readonly Rank[];
  /** who deals next, by seat; `null`: the draw decides. */
  readonly dealer: number | null;
  /** the trump rank of the next hand; `null`: the draw decides. */
  readonly rank: Rank | null;
  /** how many hands have been written down or reported. */
  readonly played: number;
  /** how many of them wait to be confirmed. */
  readonly waiting: number;
  /** the seats that have won the match; none: nobody has. */
  readonly winners: readonly number[];
  /** who sits there and has left the night, so that somebody must take their place. */
  readonly gone: readonly string[];
  /** who sits there and cannot play by phone, at a table where others do. */
  readonly phoneless: readonly string[];
  /** how many minutes its clock was given more than those of the round. */
  readonly minutes: number;
  /** when its time is up, in milliseconds since 1970, as if a clock that stands still ran on from when it was stopped; `null`: no clock runs. */
  readonly ends: number | null;
  /** how many seconds it has left now, below 0 when the time is up; `null` without a clock. */
  readonly left: number | null;
  /** when it stopped playing, in milliseconds since 1970; `null`: it plays. */
  readonly ended: number | null;
  /** why it was stopped before the round was over; empty: it was not. */
  readonly why: string;
  /** its hands; `null`: they are not told here, but by `/api/nights/{night}/rounds/{round}`. */
  readonly hands: readonly NightHand[] | null;
}

/** A hand as it was written down once. */
export interface NightVersion {
  /** what was written. */
  readonly entry: HandEntry;
  /** who sat where. */
  readonly seats: readonly string[];
  /** who has written it, by id in this night; `server`: a table of the server. */
  readonly by: string;
  /** when, in milliseconds since 1970. */
  readonly at: number;
  /** why it was written anew; empty: nothing was said. */
  readonly reason: string;
  /** whether an organiser has decided it. */
  readonly decided: boolean;
}

/** Not declare any more in this draw, as things stand. */
export interface NoMore {
  readonly do: "no_more";
}

/** Note an invalid play that was put right during its trick (Z16 §4, Z21 §3.7.5). */
export interface NoteError {
  readonly do: "note_error";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly table: number;
  readonly person: string;
  readonly what?: string;
}

/** Say that somebody cannot play by phone any more, or can again. For oneself, or as an organiser for anybody. Whoever cannot is seated at tables with real cards. */
export interface NotePhone {
  readonly do: "note_phone";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly person: string;
  readonly phone: boolean;
}

/** What the table waits for, and what follows from the events by the rules. */
export interface Now {
  /** what for; `declare` is the last moment to declare. */
  readonly wait: "bury" | "call" | "declare" | "draw" | "follow" | "land" | "lead" | "next" | "over" | "redeal" | "start";
  /** for whom; of those who are asked at the last moment to declare only the receiver, since others must not learn who could. */
  readonly seats: readonly number[];
  /** the version at which this wait began; what answers it must have seen that much. */
  readonly since: number;
  /** whether nobody is there, so that nothing happens until somebody comes. */
  readonly asleep: boolean;
  /** the clock of the decision. */
  readonly clock: ClockState | null;
  /** how the next hand begins by itself, where it does: one person alone says when. */
  readonly onward: Onward | null;
  /** the trump rank and suit as far as they are declared. */
  readonly trump: readonly [Rank, Suit | null] | null;
  /** the Dealer, as far as decided. */
  readonly dealer: number | null;
  /** who is winning the trick that lies on the table. */
  readonly winning: number | null;
  /** the Opponents' points so far. */
  readonly points: number;
  /** the Declarers, as far as it is open. */
  readonly declarers: readonly number[];
  /** whether all others are therefore Opponents. */
  readonly sides_known: boolean;
  /** the points that each seat has won, which its teams share. */
  readonly taken: readonly number[];
  /** during the play, for each seat the suits of which everyone knows that it holds none, where the table counts cards; else nothing. */
  readonly voids: readonly (readonly ("C" | "D" | "H" | "S" | "T")[])[];
  /** what the receiver may decide, if anything. */
  readonly turn: Turn | null;
  /** whether the receiver declares nothing more in this draw, as things stand. */
  readonly passed: boolean;
  /** how the hand ended, between hands and when the match is over. */
  readonly account: HandAccount | null;
}

/** Call the person in a seat, who may not look at the table; once for each decision. */
export interface Nudge {
  readonly do: "nudge";
  readonly seat: number;
}

/** An event of the match, and the version that the table had with it. */
export interface Numbered {
  readonly version: number;
  readonly event: Event;
}

/** Somebody who is at the table without a seat. */
export interface Onlooker {
  /** who, by public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** whether that is an account's, which nobody else has. */
  readonly account: boolean;
}

/** The way the next hand begins by itself; times in milliseconds from when this was sent. */
export interface Onward {
  /** how long the result still lies open. */
  readonly left: number;
  /** for how long that time stands still at most, since somebody reads on. */
  readonly still: number;
  /** the seats of those who do; nobody: the time runs. */
  readonly readers: readonly number[];
}

/** A record that is to be gone through. */
export interface OpenRecord {
  /** the record, as JSON lines (docs/record-format.md) or in the notation (docs/notation.md). */
  readonly text: string;
  /** which hand of it is wanted at once, from 1. */
  readonly hand?: number;
}

/** An option; see `shengji.rules.options.Option`. */
export interface OptionShape {
  readonly name: string;
  readonly group: string;
  readonly kind: "choice" | "flag" | "levels" | "number";
  readonly title: string;
  readonly help: string;
  readonly source: string;
  /** what must be given for it to be in effect, in words, or empty. */
  readonly condition: string;
  /** every value in order where they are few; a `number` has `low`, `high` and `step` besides, its `words` and `unset` standing here. */
  readonly values: readonly ValueShape[];
  readonly low: number | null;
  readonly high: number | null;
  readonly step: number;
}

/** What must be followed with; see `shengji.play.follows.Owed`. */
export interface OwedState {
  /** D, C, H, S, or T for trumps. */
  readonly suit: "C" | "D" | "H" | "S" | "T";
  readonly size: number;
  readonly of_suit: number;
  readonly rung: readonly (readonly [number, number, number])[];
  readonly beat: boolean;
  /** the duty as one sentence. */
  readonly words: Text;
}

/** Play with somebody as partners; for oneself, or as an organiser for anybody. */
export interface PairUp {
  readonly do: "pair_up";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly one: string;
  readonly other: string;
}

/** How it stands with being seated. Who does not ask for 20 seconds waits no more. */
export interface PairingState {
  /** `none`: one does not wait; `partner`: for the partner; `waits`: for others; `seated`: at `table`, where the match starts as soon as all have come; `plays`: it has started. */
  readonly state: "none" | "partner" | "plays" | "seated" | "waits";
  /** what is to be played, by name; `null`: nothing. */
  readonly rules: string | null;
  /** what a partner gives to come along, as long as one can; the link is `/#/pairing/CODE`. */
  readonly code: string | null;
  /** the names of who comes together, oneself first. */
  readonly people: readonly string[];
  /** since when one waits, in milliseconds since 1970. */
  readonly since: number | null;
  /** how many people wait for the same, oneself included. */
  readonly waiting: number;
  /** how far from one's own rating others may be by now. */
  readonly reach: number;
  /** where one is seated. */
  readonly table: string | null;
  /** until when all must have come there, in milliseconds since 1970; who has not is not waited for, and the others wait on. */
  readonly until: number | null;
}

/** Do not play with one's partner any more. */
export interface PartPair {
  readonly do: "part_pair";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly person: string;
}

/** A passkey of one's own. */
export interface PasskeyLine {
  /** its id. */
  readonly passkey: string;
  /** what it is called. */
  readonly label: string;
  /** when, in milliseconds since 1970. */
  readonly made: number;
  /** when last; `null`: never. */
  readonly used: number | null;
  /** whether it is good at the address at which the site was asked. */
  readonly here: boolean;
}

/** What the browser needs; good once, for five minutes, in this browser. */
export interface PasskeyOptions {
  /** for `PublicKeyCredential.parseCreationOptionsFromJSON` to make one, else for `parseRequestOptionsFromJSON`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Sign in with a passkey; it says whose account it is. */
export interface PasskeySignIn {
  /** what it signed for the options of `POST /api/passkeys` for `sign-in`. */
  readonly passkey: Readonly<Record<string, unknown>>;
  /** as of `SignIn`. */
  readonly leave?: boolean;
}

/** What everybody may know of a person. */
export interface PersonPage {
  /** the public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** whether it is a bot's account, which plays over the network. */
  readonly bot: boolean;
  /** since when they are here, in milliseconds since 1970; `null`: not known. */
  readonly made: number | null;
  /** in how many of the matches that one may see they played. */
  readonly matches: number;
  /** at the end of how many of their hands they held a seat. */
  readonly hands: number;
}

/** The ratings of a person; `pools` are those in which the person has one. */
export interface PersonRatings {
  readonly person: string;
  readonly name: string;
  readonly pools: readonly PoolRating[];
}

/** What a person has done in the hands that are over, of matches that one may see. */
export interface PersonStatistics {
  /** the public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** by role. */
  readonly roles: readonly RoleNumbers[];
  /** as the Dealer, by trump suit, that of most hands first. */
  readonly trumps: readonly TrumpNumbers[];
  /** how many throws the person led that stood. */
  readonly throws: number;
  /** how many that did not. */
  readonly failed: number;
  /** what became of kitties. */
  readonly kitties: KittyNumbers;
  /** the people with whom most matches were played, those of most matches first. */
  readonly companions: readonly Companion[];
}

/** Ask for a `Pong`, to see whether the line is alive. */
export interface Ping {
  readonly type: "ping";
}

/** Lead or follow; `reading` as in `shengji.game.Play`. */
export interface PlayAction {
  readonly do: "play";
  readonly cards: readonly Card[];
  readonly reading?: number | readonly (readonly Card[])[] | null;
}

/** The host lets a bot play for the person in a seat, or gives the seat back to them. */
export interface PlayFor {
  readonly do: "play_for";
  readonly seat: number;
  readonly on: boolean;
}

/** A player led or followed. */
export interface Played {
  readonly event: "played";
  /** who. */
  readonly seat: number;
  /** what. */
  readonly cards: readonly Card[];
  /** for a lead, the cards by units, the longest first; empty for a follow. */
  readonly units: readonly (readonly Card[])[];
}

/** The answer to `Ping`. */
export interface Pong {
  readonly type: "pong";
}

/** A person's rating in a pool. */
export interface PoolRating {
  /** the pool. */
  readonly pool: "friends" | "more-decks" | "one-deck" | "two-decks";
  /** the rating now. */
  readonly value: number;
  /** how uncertain it is now; it grows from season to season. */
  readonly deviation: number;
  /** whether that is too much for the leaderboard. */
  readonly provisional: boolean;
  /** how many results it rests on. */
  readonly games: number;
  /** the season of the last result. */
  readonly season: string;
  /** the highest that it has been after a match while it was not provisional; `null`: it has always been. */
  readonly peak: number | null;
  /** the seasons in which the person played, the last one first. */
  readonly seasons: readonly string[];
  /** the season of `points`; `null`: the person did not play in the one that was asked for. */
  readonly shown: string | null;
  /** the rating after each match of that season, in order; of very many the last 500. */
  readonly points: readonly RatingPoint[];
}

/** A preset, or a system, which can be laid over every text. */
export interface PresetShape {
  readonly name: string;
  /** what people call it; `title` is that of its book. */
  readonly known_as: string;
  readonly title: string;
  readonly note: string;
}

/** Give a table more time, or all. Organisers only. */
export interface ProlongClock {
  readonly do: "prolong_clock";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** how much; below 0: less time. */
  readonly minutes: number;
  /** which; 0: all. */
  readonly table?: number;
  /** why, for people. */
  readonly reason?: string;
}

/** That the owner of the account is there: the passphrase, or a passkey. */
export interface Proof {
  readonly passphrase?: string | null;
  /** what it signed for the options of `POST /api/passkeys` for `prove`. */
  readonly passkey?: Readonly<Record<string, unknown>> | null;
}

/** Something that others have to agree to. */
export interface ProposalState {
  /** what; `seat`: who has proposed it. */
  readonly what: "claim_all" | "claim_none" | "concede" | "end" | "take_back";
  readonly seat: number;
  /** the seats that have agreed; `missing`: those that have still to. */
  readonly agreed: readonly number[];
  readonly missing: readonly number[];
}

/** Propose something to those who have to agree; where all of them do, it is done. */
export interface Propose {
  readonly do: "propose";
  readonly what: "claim_all" | "claim_none" | "concede" | "end" | "take_back";
}

/** Whether this browser is told something while no page is open. */
export interface Pushes {
  /** the public key of the server, with which the browser asks its push service for an endpoint, in base64url; `null`: the server calls nobody. */
  readonly key: string | null;
  /** whether it is told. */
  readonly on: boolean;
}

/** What came of an answer. */
export interface PuzzleAnswered {
  /** whether it was the best choice. */
  readonly right: boolean;
  /** the place of the best choice. */
  readonly best: number;
  /** what each choice is worth. */
  readonly values: readonly Figure[];
  /** what that is: `levels` that the seat's side gains, less those of the others; of a throw the `share` of the deals on which the choice is true. */
  readonly unit: "levels" | "share";
  /** why the best is the best, in a sentence. */
  readonly reason: Text;
  /** how the person's rating has changed; `null`: it was not the first answer. */
  readonly rating: PuzzleRating | null;
  /** in how many days the puzzle is to be repeated; `null`: it is not. */
  readonly due: number | null;
  /** how the person gets on now. */
  readonly standing: PuzzleStanding;
}

/** A puzzle to be answered; nothing in it says which choice is right. */
export interface PuzzleAsked {
  /** its id. */
  readonly puzzle: string;
  /** what is asked: `lead` near the end, `follow`, `bury`, `call`, or `throw`: is it safe? */
  readonly kind: "bury" | "call" | "follow" | "lead" | "throw";
  /** why it is asked now. */
  readonly why: "again" | "asked" | "daily" | "due" | "new";
  /** the same in words. */
  readonly question: Text;
  /** what is played. */
  readonly rules: RulesState;
  /** whose decision it is. */
  readonly seat: number;
  /** the level of each seat before the hand. */
  readonly levels: readonly Rank[];
  /** the order of the cards under its trump. */
  readonly layout: readonly (readonly (readonly Card[])[])[];
  /** what the seat has seen of the hand. */
  readonly events: readonly Event[];
  /** what may be answered. */
  readonly choices: readonly PuzzleChoice[];
  /** the cards of which it is asked whether they can be thrown safely; none otherwise. */
  readonly throw: readonly Card[];
  /** whether an answer would be rated: the first of each person is. */
  readonly rated: boolean;
  /** the rating of the puzzle. */
  readonly difficulty: number;
}

/** One of the choices of a puzzle. */
export interface PuzzleChoice {
  /** the cards to lead, to follow with or to bury; none of whether a throw is safe. */
  readonly cards: readonly Card[];
  /** the friends to call. */
  readonly calls: readonly Call[];
  /** the same in words; of a throw, yes or no. */
  readonly words: Text;
}

/** A day on which the daily puzzle was answered, and whether it was right. */
export interface PuzzleDay {
  readonly day: string;
  readonly right: boolean;
}

/** What an answer has changed: the person's rating before and after it. */
export interface PuzzleRating {
  readonly before: number;
  readonly after: number;
}

/** How a person gets on with puzzles. */
export interface PuzzleStanding {
  /** the rating in puzzles, which has nothing to do with that of play. */
  readonly rating: number;
  /** how uncertain it is: the strength is within twice as much in 19 of 20 cases. */
  readonly deviation: number;
  /** whether that is still much. */
  readonly provisional: boolean;
  /** how many puzzles were answered. */
  readonly tried: number;
  /** how many of them were right at the first try. */
  readonly right: number;
  /** how many days in a row the daily puzzle was answered, up to today or yesterday. */
  readonly streak: number;
  /** the most days in a row. */
  readonly longest: number;
  /** whether the daily puzzle of today was answered right; `null`: it was not answered. */
  readonly today: boolean | null;
  /** how many puzzles are to be repeated now. */
  readonly due: number;
  /** the last 14 days on which the daily puzzle was answered, the last one first. */
  readonly days: readonly PuzzleDay[];
}

/** Play at once, with people who wait for such a table, else with bots. */
export interface QuickPlay {
  /** what to play; `null`: whatever people wait for, else the default. */
  readonly rules?: string | Readonly<Record<string, unknown>> | null;
  /** whether to join people; else only bots are wanted. */
  readonly people?: boolean;
  /** which bots. */
  readonly bot?: string;
  /** whether a new match is for one hand. */
  readonly one_hand?: boolean;
}

/** A rank as printed on the card; also a level (Z21 §3.2), from 2 to Ace. */
export type Rank = "10" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "A" | "J" | "K" | "Q";

/** How rated play goes here. */
export interface RatedHouse {
  /** the rules by which people may play rated. */
  readonly sets: readonly RatedSet[];
  /** what counts: `levels`: each hand by its signed levels; `hands`: each as won or lost; `matches`: whole matches. */
  readonly counted: "hands" | "levels" | "matches";
  /** the season now. */
  readonly season: string;
  /** the seconds for a decision that a rated table has where none are set. */
  readonly clock: number;
  /** after how many seconds whoever is away has left the match, and lost it. */
  readonly grace: number;
  /** how often the time of somebody can be up until they have. */
  readonly times_up: number;
  /** which of the `Settings` are off at every rated table, by their names; there is a clock besides, and onlookers see what lies on the table at most. */
  readonly fixed: readonly string[];
  /** whether bots may sit at rated tables. */
  readonly bots: boolean;
  /** the declared ratings of bots. */
  readonly bot_ratings: readonly BotRating[];
}

/** Rules by which this house lets people play rated. */
export interface RatedSet {
  /** how `POST /api/pairing` and `POST /api/tables` take them. */
  readonly name: string;
  /** what they are, in words; `game` as in `RulesState`. */
  readonly heading: Text;
  readonly game: "finding-friends" | "forty-points" | "land" | "six-player" | "six-player-two-deck" | "three-deck" | "tractor" | null;
  /** the rules, as in `RulesState`. */
  readonly given: Readonly<Record<string, unknown>>;
  /** in which ratings they count. */
  readonly pool: "friends" | "more-decks" | "one-deck" | "two-decks";
  /** how many play. */
  readonly players: number;
  /** as in `RulesState`. */
  readonly teams: "fixed" | "friends";
  /** whether partners may come together to be paired. */
  readonly pairs: boolean;
}

/** A rating after a match. */
export interface RatingPoint {
  /** when the match was over, in milliseconds since 1970. */
  readonly at: number;
  /** the match; `null`: one that who asks may not see. */
  readonly match: string | null;
  /** the rating; `deviation`: how uncertain it is. */
  readonly value: number;
  readonly deviation: number;
}

/** Say that one is ready for the match to start, or no longer. */
export interface Ready {
  readonly do: "ready";
  readonly ready: boolean;
}

/** A player was asked whether to claim a re-deal (Z21 §3.5.7). */
export interface RedealAnswered {
  readonly event: "redeal_answered";
  /** who. */
  readonly seat: number;
  /** whether it is claimed. */
  readonly wanted: boolean;
  /** when it is, the player's hand, which everyone may see (W14, W23). */
  readonly cards: readonly Card[];
}

/** A message was refused; nothing has changed. */
export interface Refused {
  readonly type: "refused";
  /** that of the message, or empty when it could not be read. */
  readonly id: string;
  /** stable, for programs. */
  readonly code: string;
  readonly words: Text;
  /** the version of the table now. */
  readonly version: number;
}

/** Let what a guest has played be a guest's again, since another has claimed it. Organisers. */
export interface ReleaseGuest {
  readonly do: "release_guest";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly person: string;
}

/** What somebody has said at a table: one of the phrases, or a text. */
export interface Remark {
  /** when, in milliseconds since 1970. */
  readonly at: number;
  readonly person: string;
  readonly name: string;
  readonly phrase: string | null;
  readonly text: string;
}

/** A new name. */
export interface Rename {
  readonly name: string;
}

/** Let what was ended by mistake go on: the night, or else the last round. Organisers only. */
export interface Reopen {
  readonly do: "reopen";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
}

/** Let somebody who does not play sit down in the place of another. Organisers only. */
export interface Replace {
  readonly do: "replace";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly table: number;
  readonly person: string;
  readonly substitute: string;
}

/** Who decides at a moment of a hand, and what is owed. In the texts `{0}` stands for the name of who plays in seat 0, and so on. */
export interface ReplayAsked {
  /** who. */
  readonly seat: number;
  /** what is to be decided; for a follow what is owed, where that hand is seen. */
  readonly words: Text;
  /** the lead from which that follows; `null`: there is none. */
  readonly why: Text | null;
}

/** A hand of a match that can be gone through, as a list has it. */
export interface ReplayHand {
  /** its number in the match, from 1. */
  readonly hand: number;
  /** the trump rank; `null`: it was never fixed. */
  readonly rank: Rank | null;
  /** the trump suit; `null`: no trump suit. */
  readonly suit: Suit | null;
  /** the seat of the Dealer; `null`: there was none. */
  readonly dealer: number | null;
  /** the Opponents' points; `null`: the hand was not played to its end. */
  readonly points: number | null;
  /** whether the Declarers won it; `null` likewise. */
  readonly won: boolean | null;
  /** how many levels the side that won went up by. */
  readonly levels: number;
  /** who played it, by seat. */
  readonly seats: readonly ReplaySeat[];
  /** the seat that whoever asks held at its end; `null`: none, or that is not known. */
  readonly own: number | null;
  /** where it stands in the record that was brought, so that nobody needs to send all of that again; `null`: it is none of lines. */
  readonly lines: HandLines | null;
  /** under what the review of a hand that was brought is found, a digest of what was played; `null`: it was not brought, or is not over. */
  readonly review: string | null;
}

/** A match that can be gone through, hand by hand. */
export interface ReplayMatch {
  /** what is played. */
  readonly rules: RulesState;
  /** `all`: with all cards; the seat whose view was recorded; `null`: as an onlooker saw it. */
  readonly seen_by: "all" | number | null;
  /** the hands, in order. */
  readonly hands: readonly ReplayHand[];
  /** the hand that was asked for with them; `null`: none was. */
  readonly opened: HandReplay | null;
  /** how lists show the match; `null`: it is not in the history, or that is not told. */
  readonly line: MatchLine | null;
}

/** A moment of a hand at which there is something new to see. */
export interface ReplayMoment {
  /** after how many of its events. */
  readonly at: number;
  /** the number of the trick, from 1; 0 before the first lead. */
  readonly trick: number;
  /** how many have played to it. */
  readonly plays: number;
  /** the Opponents' points so far. */
  readonly points: number;
  /** the seat that wins the trick as it lies; `null`: none lies there. */
  readonly ahead: number | null;
  /** who decides next; `null`: nobody, or all may. */
  readonly asked: ReplayAsked | null;
}

/** Who held a seat in a hand. */
export interface ReplaySeat {
  /** what they are called; empty: that is not told. */
  readonly name: string;
  /** the bot that it was; `null`: a person. */
  readonly bot: string | null;
}

/** A report, with what was said. */
export interface ReportFacts {
  /** the report. */
  readonly line: ReportLine;
  /** the last of what was said at the table before it; none when the table is gone. */
  readonly said: readonly Remark[];
}

/** A report as administrators see it. */
export interface ReportLine {
  /** its id. */
  readonly report: string;
  /** when, in milliseconds since 1970. */
  readonly at: number;
  /** the public id of who has told it; empty: they are gone, and `by_name` is `null`. */
  readonly by: string;
  readonly by_name: string | null;
  /** of whom. */
  readonly about: string;
  /** the name of that person; `null`: they are gone. */
  readonly name: string | null;
  /** at which table, `match`: in which match, `hand`: in which hand there, if in any. */
  readonly table: string | null;
  readonly match: string | null;
  readonly hand: number | null;
  /** what is wrong. */
  readonly text: string;
  /** when it was settled; `null`: it is open. */
  readonly closed: number | null;
  /** what came of it. */
  readonly outcome: string | null;
}

/** The open reports, the oldest first, or those that are settled, the last first. */
export interface ReportLines {
  /** some of them. */
  readonly reports: readonly ReportLine[];
  /** the report after which the next ones stand; `null`: these are the last. */
  readonly next: string | null;
}

/** A player claimed the rest of the hand: every trick that is left, or none of them. It is told when the others have answered. Where they have accepted, the hand is played out as it was claimed, by plays like any others. */
export interface RestClaimed {
  readonly event: "rest_claimed";
  /** who. */
  readonly seat: number;
  /** `all`: the player takes every trick; `none`: the player's side takes none. */
  readonly takes: "all" | "none";
  /** whether all others agreed; else the hand is played on. */
  readonly accepted: boolean;
}

/** Let the clocks of the round run again. Organisers only. */
export interface ResumeClock {
  readonly do: "resume_clock";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
}

/** Something that would have been better than what was done. */
export interface ReviewedChoice {
  /** the cards to play, bury, show or bid; none to wait, to pass, or to call friends. */
  readonly cards: readonly Card[];
  /** by how many levels it is better, on average. */
  readonly ahead: number;
  /** the standard error of that. */
  readonly error: number;
}

/** A decision of a hand, weighed by what its player could know. `{0}` in texts is seat 0. */
export interface ReviewedDecision {
  /** with which of the hand's events it was made, from 1. */
  readonly event: number;
  /** in which trick, from 1; 0 before the first lead. */
  readonly trick: number;
  /** who decided. */
  readonly seat: number;
  /** what was to be decided. */
  readonly decision: "bury" | "call" | "follow" | "land" | "lead" | "redeal" | "show";
  /** what was played, buried, shown or bid; none where nothing was, or friends were called. */
  readonly cards: readonly Card[];
  /** what was done, in words. */
  readonly made: Text;
  /** whether there was nothing else worth trying; then nothing is weighed. */
  readonly forced: boolean;
  /** how many levels less were to be expected than with the best; 0: none for certain. */
  readonly cost: number;
  /** what promised more, the best first. */
  readonly better: readonly ReviewedChoice[];
  /** what would have been better and by how much, in words; `null`: it cost nothing. */
  readonly said: Text | null;
  /** what can be learned from it. */
  readonly why: readonly Text[];
  /** what perfect play makes of it with all hands open, which nobody could know, in words; `null`: too many cards were left. */
  readonly open: Text | null;
}

/** A hand reviewed. */
export interface ReviewedHand {
  /** its number in the match. */
  readonly hand: number;
  /** by seat. */
  readonly players: readonly ReviewedPlayer[];
  /** every decision, in order. */
  readonly decisions: readonly ReviewedDecision[];
  /** what was to be expected, trick by trick. */
  readonly curve: readonly ReviewedMoment[];
  /** the levels that the Declarers gained, or minus those that the Opponents did. */
  readonly result: number | null;
  /** the decisions that cost most, three at most, by their places in `decisions`. */
  readonly worst: readonly number[];
}

/** What was to be expected of a hand at some time. */
export interface ReviewedMoment {
  /** after which trick, from 1; 0 before the first lead. */
  readonly trick: number;
  /** the number of the last of the hand's events that it takes in. */
  readonly event: number;
  /** the levels that the Declarers gain, or minus those that the Opponents do. */
  readonly levels: number;
  /** the standard error of that. */
  readonly error: number;
}

/** How somebody decided. */
export interface ReviewedPlayer {
  /** the seat. */
  readonly seat: number;
  /** how many decisions were weighed. */
  readonly decisions: number;
  /** the levels that they cost altogether. */
  readonly cost: number;
  /** from 0, as good as choosing at random, to 100, nothing lost; `null`: there was nothing to lose. */
  readonly accuracy: number | null;
}

/** Take a penalty back. Organisers only. */
export interface RevokePenalty {
  readonly do: "revoke_penalty";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly number: number;
  readonly reason?: string;
}

/** What a person has come to in a role. */
export interface RoleNumbers {
  /** as in `HandSeat`. */
  readonly role: "dealer" | "opponent" | "partner";
  /** how many hands. */
  readonly hands: number;
  /** how many of them the person's side has won. */
  readonly won: number;
  /** how many levels that side went up by in all of them, less those of the other side. */
  readonly levels: number;
}

/** Rule of a hand of a table of the server how it counts. Organisers only. */
export interface RuleHand {
  readonly do: "rule_hand";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** in which round. */
  readonly round: number;
  /** at which table. */
  readonly table: number;
  /** which hand. */
  readonly hand: number;
  /** how it counts from now on; with nothing in it as it was played. */
  readonly ruling: Ruling;
  /** why, for people. */
  readonly reason: string;
}

/** What is wrong with rules, and with which option. */
export interface RulesFault {
  readonly option: string | null;
  readonly words: Text;
}

/** Everything that a form for rules needs, in one language. */
export interface RulesForm {
  readonly language: "en" | "zh-Hans" | "zh-Hant";
  readonly groups: readonly GroupShape[];
  readonly options: readonly OptionShape[];
  /** the options that houses change most, by name. */
  readonly often: readonly string[];
  readonly texts: readonly PresetShape[];
  readonly systems: readonly PresetShape[];
}

/** What is played, as everyone at the table may read it. */
export interface RulesState {
  /** the rules as plain data, to be given to `rules_from`. */
  readonly given: Readonly<Record<string, unknown>>;
  /** the preset, and the system laid over it. */
  readonly heading: Text;
  /** what people call it; `null`: they have no name for it. */
  readonly game: "finding-friends" | "forty-points" | "land" | "six-player" | "six-player-two-deck" | "three-deck" | "tractor" | null;
  /** what differs from them. */
  readonly changed: readonly Changed[];
  /** how many seats; the other sizes likewise. */
  readonly players: number;
  readonly decks: number;
  readonly hand_size: number;
  readonly kitty_size: number;
  /** `fixed`: seats with the same remainder by two are partners; or `friends`. */
  readonly teams: "fixed" | "friends";
  /** how many friends the Dealer calls. */
  readonly calls: number;
  readonly land: boolean;
  /** whether who leads may choose how an ambiguous lead is read. */
  readonly named_readings: boolean;
  /** what the Opponents' points mean at the end of a hand, from low to high. */
  readonly scale: readonly ScaleStep[];
  /** all points in the cards. */
  readonly total: number;
  /** the Jokers that are taken out of the decks. */
  readonly removed: readonly Card[];
}

/** The ruling of an organiser about a hand that ended at a table of the server. The server refuses invalid plays; what the texts punish and it cannot see is left to people, such as a player who tells a partner of cards in another way (Z21 §3.7.5). With nothing in it the hand counts as it was played. */
export interface Ruling {
  /** whose error loses the hand for their side, as in `HandEntry`; empty: nobody's. */
  readonly offender: string;
  /** what it was, for people. */
  readonly offence: string;
  /** the side that has won the hand, where another result is to count. */
  readonly winner: "declarers" | "opponents" | null;
  /** ... and how many levels it was to go up. */
  readonly levels: number | null;
  /** whether the hand is struck out, so that nothing of it counts. */
  readonly void: boolean;
}

/** Somebody said something. */
export interface Said {
  readonly type: "said";
  readonly said: Spoken;
}

/** A mute or a ban. */
export interface SanctionLine {
  /** its id. */
  readonly sanction: string;
  readonly kind: "ban" | "mute";
  readonly reason: string;
  /** the public id of who has imposed it; empty: who runs the server. */
  readonly by: string;
  /** since when, in milliseconds since 1970; `until` when: `null` for good; and when it was `lifted`: `null`: it was not. */
  readonly at: number;
  readonly until: number | null;
  readonly lifted: number | null;
  /** whether it is in force. */
  readonly holds: boolean;
}

/** The mutes and bans of a person, the last first. */
export interface SanctionLines {
  readonly sanctions: readonly SanctionLine[];
}

/** Say something to everyone at the table: one of the phrases, or a text. */
export interface Say {
  readonly do: "say";
  readonly phrase?: "astonished" | "bye" | "flower" | "good-hand" | "hello" | "hurry" | "laugh" | "nice" | "oops" | "sad" | "sorry" | "thanks" | "thumbs-up" | "wait" | "wow" | null;
  readonly text?: string;
}

/** A stretch of the Opponents' points with one outcome. */
export type ScaleStep = readonly [number, boolean, number];

/** The host gives a seat that no person holds to a bot, by its name. */
export interface SeatBot {
  readonly do: "seat_bot";
  readonly seat: number;
  readonly bot: string;
}

/** How a match has changed the rating of whoever held a seat. */
export interface SeatRating {
  /** the seat. */
  readonly seat: number;
  /** from which hand on they held it, where somebody else did before; else 0. */
  readonly first: number;
  /** the rating before; `before_deviation`: how uncertain it was. */
  readonly before: number;
  readonly before_deviation: number;
  /** the rating after; `after_deviation` likewise. */
  readonly after: number;
  readonly after_deviation: number;
  /** by what, in order. */
  readonly results: readonly SeatResult[];
}

/** What a result of a match was for the person of a seat. */
export interface SeatResult {
  /** which of the match's results: a hand, or the match. */
  readonly number: number;
  /** the score that was expected of the person's side, from 0 to 1. */
  readonly expected: number;
  /** the score that it made. */
  readonly score: number;
  /** by how much the rating moved. */
  readonly points: number;
  /** what part of the result counted, from 0 to 1: less where results with the same people have moved the rating far already. */
  readonly share: number;
}

/** With what a seat goes into a rated match. */
export interface SeatStake {
  /** the rating; `deviation`: how uncertain it is, 0 for a bot. */
  readonly value: number;
  readonly deviation: number;
  /** whether that is too much for the leaderboard. */
  readonly provisional: boolean;
  /** the score that is expected of the seat in the match, from 0 to 1: how often its side wins; in Finding Friends, how it does against another seat. */
  readonly expected: number;
}

/** A seat as everyone sees it. */
export interface SeatState {
  /** who holds it, by public id; `null`: nobody, or a bot. */
  readonly person: string | null;
  /** the person's name, or the bot's. */
  readonly name: string;
  /** whether the name is an account's, which nobody else has; else a guest's or a bot's. */
  readonly account: boolean;
  /** the name of the bot that holds it or plays for its person now, or `null`. */
  readonly bot: string | null;
  /** whether its person is connected. */
  readonly present: boolean;
  /** whether its person is ready to start, or has seen the result. */
  readonly ready: boolean;
}

/** A table at which a person holds a seat. */
export interface Seated {
  readonly table: string;
  readonly title: string;
  readonly playing: boolean;
  /** what is played, as in `RulesState`. */
  readonly game: "finding-friends" | "forty-points" | "land" | "six-player" | "six-player-two-deck" | "three-deck" | "tractor" | null;
  /** the rules' preset and system. */
  readonly heading: Text;
  /** as in `TableLine`. */
  readonly levels: readonly Rank[];
  /** the other people who hold seats there; none: bots alone, or nobody. */
  readonly others: readonly Fellow[];
  /** when something of this changed last, in milliseconds since 1970. */
  readonly at: number;
}

/** The ratings of those who come often to the nights of a series, however uncertain they are. */
export interface SeriesBoard {
  /** in how many nights of it they have played. */
  readonly least: number;
  /** what is played there, as in its last night; ratings are those of that pool. */
  readonly heading: Text;
  /** who they are, the best first, 200 at most. */
  readonly lines: readonly SeriesRating[];
}

/** A line of the board of ratings of a series. */
export interface SeriesRating {
  /** 1 for the best. */
  readonly place: number;
  /** the public id. */
  readonly person: string;
  /** as others read it. */
  readonly name: string;
  /** in how many nights of the series they have played a hand that counts. */
  readonly nights: number;
  /** the rating now. */
  readonly value: number;
  /** how uncertain it is, as a standard deviation. */
  readonly deviation: number;
}

/** The leaderboard of a series of nights, page by page. */
export interface SeriesTable {
  /** what it is called. */
  readonly series: string;
  /** how many nights count. */
  readonly counted: number;
  /** how many do not, since what is stored of them cannot be read. */
  readonly damaged: number;
  /** how many lines there are on all pages. */
  readonly people: number;
  /** lines of the standings over all nights that count. */
  readonly standings: readonly NightStanding[];
  /** the `from` of the next page of them; nothing: there is none. */
  readonly next: number | null;
  /** the asker's line, on whatever page it is; nothing: the asker has none. */
  readonly own: NightStanding | null;
  /** the ratings of those who come often. */
  readonly board: SeriesBoard;
  /** the last nights that count, the latest first. */
  readonly nights: readonly NightLine[];
  /** the `before` with which `GET /api/nights` goes on; nothing: these are all. */
  readonly before: number | null;
}

/** An address to which a code is sent, by which it is confirmed; in one's own language. */
export interface SetMail {
  /** of the mail. */
  readonly address: string;
  /** the language of the mail. */
  readonly tongue?: "en" | "zh-Hans" | "zh-Hant";
}

/** Say who runs it. Organisers only. */
export interface SetOrganisers {
  readonly do: "set_organisers";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  readonly organisers: readonly string[];
}

/** A new passphrase; see `NewAccount`. */
export interface SetPassphrase {
  readonly passphrase: string;
}

/** What the owner of an account may do besides playing. */
export interface SetRole {
  readonly role: "administrator" | "organiser" | "player";
}

/** The host sets what is played; rules as `shengji.rules.rules_from` reads them. During a match it is for after the hand under way: the match then ends, and the next begins at the levels reached where they are levels of the same players and teams. Those in seats that no longer exist stand up. */
export interface SetRules {
  readonly do: "set_rules";
  readonly rules: string | Readonly<Record<string, unknown>>;
}

/** The host sets how the table is run. */
export interface SetSettings {
  readonly do: "set_settings";
  readonly settings: Settings;
}

/** How a table is run; what is played stands in its rules. */
export interface Settings {
  /** a name for the lobby; empty: the host's name is shown. */
  readonly title: string;
  /** whether it stays out of the lobby, so that only who has the link finds it. */
  readonly private: boolean;
  /** whether others may watch: not, only what lies on the table, or all hands after `delay` seconds. */
  readonly onlookers: "hands" | "none" | "table";
  /** how far behind onlookers are who see all hands, in seconds. */
  readonly delay: number;
  /** whether they see a hand only when it has ended, however short the delay. */
  readonly until_end: boolean;
  /** how fast cards are dealt and bots play. */
  readonly pace: "fast" | "instant" | "normal" | "slow";
  /** seconds for each decision; `null`: no clock. */
  readonly clock: number | null;
  /** seconds that each player has beyond that, in each hand; none but where they are asked for. */
  readonly bank: number;
  /** whether a player may ask what a bot would do. */
  readonly hints: boolean;
  /** whether it then says why, too. */
  readonly reasons: boolean;
  /** whether people may write freely; phrases can always be sent. */
  readonly chat: boolean;
  /** whether a match is over with its first hand, and won by whoever wins that. */
  readonly one_hand: boolean;
  /** whether a play may be taken back when the others agree, until the next one. */
  readonly take_back: boolean;
  /** whether whoever comes may take the seat of a bot in a match; else the host lets them (`Admit`). */
  readonly take_over: boolean;
  /** whether players are shown which cards are still out. */
  readonly counter: boolean;
  /** whether a player is offered to claim the rest of a hand where that is proven. */
  readonly claims: boolean;
  /** whether matches count for ratings; that fixes what is fair for all (docs/ratings.md). */
  readonly rated: boolean;
}

/** What came of a report. */
export interface Settle {
  readonly outcome?: string;
}

/** A player showed cards during the draw. */
export interface Shown {
  readonly event: "shown";
  /** who. */
  readonly seat: number;
  /** first declaration, reinforcement of one's own, override of another's, or a reinforcement right after one's declaration was overridden. */
  readonly way: "declare" | "late-reinforce" | "override" | "reinforce";
  /** all cards that the declaration now consists of. */
  readonly cards: readonly Card[];
  /** the trump suit that this makes, `null` for no trump suit. */
  readonly suit: Suit | null;
  /** the Dealer after it; in the first hand the rules say who of those that show. */
  readonly dealer: number;
}

/** What onlookers may see; attributes as of `Settings`. */
export interface Sight {
  readonly onlookers: "hands" | "none" | "table";
  readonly delay: number;
  readonly until_end: boolean;
}

/** Sign in by name and passphrase. */
export interface SignIn {
  readonly name: string;
  readonly passphrase: string;
  /** whether to give up the seats that this browser's guest holds, which nobody else could take up again. */
  readonly leave?: boolean;
}

/** Sit down in a free seat, or one that a bot holds for nobody. */
export interface Sit {
  readonly do: "sit";
  readonly seat: number;
}

/** Something that was said; with `seat` it calls whoever holds that. */
export interface Spoken {
  /** the table's version with it. */
  readonly version: number;
  /** who said it, by public id. */
  readonly person: string;
  /** the name. */
  readonly name: string;
  /** a phrase, or */
  readonly phrase: "astonished" | "bye" | "flower" | "good-hand" | "hello" | "hurry" | "laugh" | "nice" | "oops" | "sad" | "sorry" | "thanks" | "thumbs-up" | "wait" | "wow" | null;
  /** what was written. */
  readonly text: string;
  readonly seat: number | null;
  /** whether the name was an account's, which nobody else has. */
  readonly account: boolean;
}

/** Give one's seat up; in a running match a bot goes on with it. */
export interface Stand {
  readonly do: "stand";
}

/** How far a seat has come in the match. */
export interface Standing {
  /** its level; teammates share one (Z21 §3.2). */
  readonly level: Rank;
  /** how often it has gone through all levels, where levels wrap. */
  readonly lap: number;
  /** whether it has played a hand at this level as Declarer, with it as the trump rank. */
  readonly tried: boolean;
}

/** The host starts the match; after one that is over, the next. */
export interface Start {
  readonly do: "start";
}

/** Let the clocks of the round run. Organisers only. */
export interface StartRound {
  readonly do: "start_round";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
  /** how long; `null`: as the settings say. */
  readonly minutes?: number | null;
}

/** Let the clocks of the round stand still. Organisers only. */
export interface StopClock {
  readonly do: "stop_clock";
  readonly id: string;
  readonly by?: string;
  readonly made?: number;
  readonly trusted?: boolean;
}

/** Where this browser is told something while no page is open, as its `PushManager` says. */
export interface Subscribe {
  /** the address at its push service. */
  readonly endpoint: string;
  /** its public key, in base64url. */
  readonly p256dh: string;
  /** its secret, likewise. */
  readonly auth: string;
  /** in which language it wants to be told. */
  readonly tongue: "en" | "zh-Hans" | "zh-Hant";
  /** the public ids of people who do not call it. */
  readonly muted?: readonly string[];
}

/** A suit as printed on the card, from low to high in the order of Z21 §6.2. */
export type Suit = "C" | "D" | "H" | "S";

/** The host changes two seats, before a match. */
export interface SwapSeats {
  readonly do: "swap_seats";
  readonly one: number;
  readonly other: number;
}

/** The table has changed: its seats, host, rules, settings or onlookers. */
export interface TableChanged {
  readonly type: "table";
  readonly version: number;
  /** the receiver's seat, or `null`. When it is another than before, the browser says `Hello` again, since it then sees other cards. */
  readonly seat: number | null;
  readonly table: TableState;
}

/** A table; its page is `/#/table/ID`. */
export interface TableId {
  readonly table: string;
}

/** An open table as the lobby shows it. */
export interface TableLine {
  readonly table: string;
  readonly title: string;
  /** the rules' preset and system; `changed` is how many options differ from it. */
  readonly heading: Text;
  readonly changed: number;
  readonly players: number;
  /** how many seats can be taken. */
  readonly free: number;
  /** the names of the people in its seats; `bots` is how many bots sit there. */
  readonly people: readonly string[];
  readonly bots: number;
  readonly playing: boolean;
  /** whether one may watch. */
  readonly onlookers: boolean;
  /** what is played, as in `RulesState`. */
  readonly game: "finding-friends" | "forty-points" | "land" | "six-player" | "six-player-two-deck" | "three-deck" | "tractor" | null;
  /** the level of each side, or where friends are called of each seat; none before a match. */
  readonly levels: readonly Rank[];
  /** whether matches count for ratings there, so that only accounts may sit. */
  readonly rated: boolean;
  /** those of `people` whose names are accounts', which nobody else has. */
  readonly accounts: readonly string[];
}

/** What is at stake at a table where matches count for ratings. */
export interface TableStakes {
  /** with what each seat is in the match under way, or would go into the next one; none where the table is not rated, or waits for somebody. */
  readonly stakes: readonly SeatStake[];
  /** after how many seconds whoever is away has left the match, and lost it. */
  readonly grace: number;
  /** how often the time of somebody can be up until they have. */
  readonly times_up: number;
  /** the time here, in milliseconds since 1970, that `leaving` of the table goes by. */
  readonly now: number;
  /** the id of the last match, which is over and kept; `null`: there is none, or, unless `settled`, it will be within moments. */
  readonly over: string | null;
  /** whether what is over is rated, so that the stakes are what it has made of them. */
  readonly settled: boolean;
}

/** A table as everyone at it sees it, but for the match. */
export interface TableState {
  readonly id: string;
  readonly host: string | null;
  readonly admitted: readonly string[];
  readonly removed: readonly string[];
  readonly rules: RulesState;
  /** how it is run; what onlookers may see only from the next hand on. */
  readonly settings: Settings;
  /** what they may see in the hand under way. */
  readonly sight: Sight;
  readonly seats: readonly SeatState[];
  /** who is here without a seat. */
  readonly onlookers: readonly Onlooker[];
  /** how many matches have started here. */
  readonly match: number;
  /** whether a match is under way. */
  readonly playing: boolean;
  /** the level of each seat with which the next match begins, where it goes on with another; none during a match. */
  readonly levels: readonly Rank[];
  /** what is played after the hand under way, where the host has changed that. */
  readonly planned: RulesState | null;
  /** what somebody has proposed. */
  readonly proposal: ProposalState | null;
  /** with what each seat went into the match under way, or the last one, where that is rated. */
  readonly stakes: readonly SeatStake[];
  /** who of a rated match is away or has stood up, and since when, in milliseconds since 1970; after the house's `grace` they have left, and lost it. */
  readonly leaving: readonly Leaving[];
  /** the seats whose persons have left the last match, where it ended so; none: everybody had gone. */
  readonly left: readonly number[] | null;
  /** whether they were there, and have let their time run out again and again. */
  readonly late: boolean;
  /** in a rated match and at a table of a night, by public ids, whose the seats are, so that nobody else may sit there; else none. */
  readonly owners: readonly (string | null)[];
  /** the id of the night of which a round is played here; `null`: of none. */
  readonly night: string | null;
}

/** Some matches that somebody has won, and how many of them the person has. */
export interface Tally {
  readonly matches: number;
  readonly won: number;
}

/** A line of the standings of teams. */
export interface TeamStanding {
  /** 1 for the first; teams that are level share one. */
  readonly place: number;
  /** what it is called. */
  readonly team: string;
  /** how many play for it. */
  readonly people: number;
  /** the sum of their scores. */
  readonly score: number;
}

/** A hand that is to be told in another way. */
export interface TellHand {
  /** a record of this hand alone, as JSON lines. */
  readonly record: string;
  /** which hand of its match it is, from 1. */
  readonly hand?: number;
  /** after how many of its events; for a picture. */
  readonly at?: number;
  /** from whose eyes; `null`: all that is known. */
  readonly seat?: number | null;
  /** the language of the words. */
  readonly tongue?: "en" | "zh-Hans" | "zh-Hant";
}

/** A text in the three languages of the site. */
export interface Text {
  readonly en: string;
  readonly "zh-Hans": string;
  readonly "zh-Hant": string;
}

/** A throw could be beaten; its weakest beatable unit is led instead (Z21 §3.7.5). */
export interface ThrowFailed {
  readonly event: "throw_failed";
  /** the leader. */
  readonly seat: number;
  /** all cards of the attempt; everyone has seen them. */
  readonly thrown: readonly Card[];
  /** the seat that holds something higher. */
  readonly challenger: number;
  /** points that the leader's side pays to the other side. */
  readonly penalty: number;
}

/** Somebody's time was up, and a bot decided for them. */
export interface TimeUp {
  /** the table's version with it. */
  readonly version: number;
  /** where they sit. */
  readonly seat: number;
  /** who, by public id; `null`: nobody. */
  readonly person: string | null;
  /** the name. */
  readonly name: string;
  /** what was played for them; nothing where they had something else to decide. */
  readonly cards: readonly Card[];
  /** in a rated match, how often it may still happen to them: at 0 they have lost it; `null`: the match is not rated. */
  readonly left: number | null;
}

/** Somebody's time was up; what was decided for them is told next. */
export interface TimeWasUp {
  readonly type: "time_up";
  readonly time_up: TimeUp;
}

/** A message to the browser. */
export type ToBrowser = Welcome | Happened | TableChanged | Said | TimeWasUp | Done | Refused | Checked | Hinted | Pong | Bye;

/** A token, without its secret. */
export interface Token {
  /** its id. */
  readonly id: string;
  /** what it is for. */
  readonly label: string;
  /** what it allows, each a `Scope`. */
  readonly scopes: readonly string[];
  /** when it was made, in milliseconds since 1970. */
  readonly made: number;
  /** when it was last used, to the day; `null`: never. */
  readonly seen: number | null;
  /** from when on it is void; `null`: never. */
  readonly expires: number | null;
}

/** The person's tokens, the newest first. */
export interface Tokens {
  readonly tokens: readonly Token[];
}

/** A trick that had points: its number in the hand from 1, who won it, and the points. */
export interface TrickAccount {
  readonly number: number;
  readonly seat: number;
  readonly points: number;
}

/** A trick is complete. */
export interface TrickTaken {
  readonly event: "trick_taken";
  /** who won it. */
  readonly seat: number;
  /** the points in it. */
  readonly points: number;
  /** the Opponents' points so far in the hand. */
  readonly opponents: number;
  /** under rules with red fives, whose red fives the winner has captured, a seat for each card (W14, W23); on which side they were may turn out later. */
  readonly red_fives: readonly number[];
}

/** The draw is over and trump is fixed. */
export interface TrumpMade {
  readonly event: "trump_made";
  /** the trump suit, `null` for no trump suit. */
  readonly suit: Suit | null;
  /** the Dealer. */
  readonly dealer: number;
  /** the kitty's cards that were turned up because nobody had declared. */
  readonly turned: readonly Card[];
  /** the trump rank, the Dealer's level, where everyone bid their own; else `null`. */
  readonly rank: Rank | null;
}

/** The hands in which a person was the Dealer with a trump suit. */
export interface TrumpNumbers {
  /** which; `null`: no trump suit. */
  readonly suit: Suit | null;
  /** how many hands. */
  readonly hands: number;
  /** how many of them the Declarers have won. */
  readonly won: number;
}

/** What the receiver must or may decide now. */
export interface Turn {
  /** what may be declared, or bid for the land, low to high. */
  readonly options: readonly (readonly Card[])[];
  /** how many cards to choose: to bury, or to follow with; `null` where that is free. */
  readonly size: number | null;
  /** the cards that are in every legal play. */
  readonly forced: readonly Card[];
  /** units of the hand that belong together: touching one card of a pair or tractor that is owed, or could be led, selects them all; longest first. */
  readonly groups: readonly (readonly Card[])[];
  /** what must be followed with. */
  readonly owed: OwedState | null;
  /** the cards that may be called. */
  readonly choices: readonly CallChoice[];
  /** how many of them. */
  readonly calls: number;
  /** why a re-deal may be claimed. */
  readonly reason: Text | null;
  /** what is left may be claimed: every trick, or for one's side none (`Propose`). */
  readonly claim: "all" | "none" | null;
}

/** A value that an option may have, and its label. */
export interface ValueShape {
  readonly value: unknown;
  readonly label: string;
}

/** The answer to `Hello`. */
export interface Welcome {
  readonly type: "welcome";
  /** the receiver's public id. */
  readonly you: string;
  /** the receiver's seat, or `null` for an onlooker. */
  readonly seat: number | null;
  /** how far this tells. */
  readonly version: number;
  readonly table: TableState;
  /** where the match stood before `events`; `null` when these follow on what the browser has (`Hello.since`), which it then keeps. Without a match `events` is empty. */
  readonly start: MatchStart | null;
  readonly events: readonly Numbered[];
  readonly now: Now;
  /** what was said lately. */
  readonly said: readonly Spoken[];
  /** whose time was up lately. */
  readonly times_up: readonly TimeUp[];
  /** the order of the cards, `null` before the first hand. */
  readonly layout: readonly (readonly (readonly Card[])[])[] | null;
}

/** A language of the site. */
export type Tongue = "en" | "zh-Hans" | "zh-Hant";

export type Wait = Now["wait"];

export type Pool = Leaderboard["pool"];

export type Game = NonNullable<Seated["game"]>;

export type What = Propose["what"];

export type Phrase = NonNullable<Say["phrase"]>;

export type Pace = Settings["pace"];

export type Onlookers = Settings["onlookers"];

export type Layout = NonNullable<Welcome["layout"]>;
