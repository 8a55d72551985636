/**
 * A table as the page sees it: the state that the server sends, in runes, and the requests.
 *
 * Components read its fields; animations, sounds and announcements subscribe with `onEvent`.
 */
import { Connection, type Hint, type Outcome, type Status } from "../net/connection";
import { isEnding } from "../net/endings";
import type {
  Action,
  Card,
  Checked,
  DeclareOver,
  Event,
  GameAction,
  Happened,
  Layout,
  May,
  Moved,
  Now,
  ProposalEnded,
  RulesState,
  SightSet,
  Spoken,
  StoodIn,
  TableState,
  Text,
  TimeUp,
  ToBrowser,
  Welcome,
} from "../wire";
import type { GivenShare } from "./shares";
import { type Hand, lacksAccount, type Match, matchAt, step, withAccount } from "./match";

/** The context of an event. */
export interface EventContext {
  /** The match with the event. */
  readonly match: Match;
  /** The match before it. */
  readonly before: Match | null;
  /** Whether the event is replayed to catch up, without animation and sound. */
  readonly past: boolean;
}

/** Decisions that a bot has taken for this person. */
export interface StoodInFor {
  readonly type: "stood_in";
  readonly decisions: readonly StoodIn[];
}

/** A notice that is shown for a moment. */
export type Notice = ProposalEnded | SightSet | DeclareOver | StoodInFor;

export type EventListener = (event: Event, told: EventContext) => void;

/** Whether a hand of the match is over, and the next one has not begun. */
export function isBetweenHands({ now }: Pick<LiveTable, "now">): boolean {
  return now?.wait === "next" || now?.wait === "start";
}

/** The table of this page. */
export class LiveTable {
  readonly id: string;

  /** The state of the connection. */
  status = $state<Status>("connecting");
  /** Whether a response of the server is late. */
  waits = $state(false);
  /** The server's reason for closing the connection permanently; null: not closed. */
  closeReason = $state.raw<Text | null>(null);
  /** The server's reason for closing a connection that is being restored; null once it is. */
  retryReason = $state.raw<Text | null>(null);
  /** The table to which the user was moved; null: not moved. */
  moved = $state.raw<Moved | null>(null);
  /** The public id of this person. */
  you = $state("");
  /** Their seat; null for an onlooker. */
  seat = $state<number | null>(null);
  /** The version of the table that this browser knows. */
  version = $state(0);
  table = $state.raw<TableState | null>(null);
  /** The actions that the server would accept from this person now. */
  may = $state.raw<May | null>(null);
  now = $state.raw<Now | null>(null);
  /** The time at which `now` arrived (`Date.now()`), from which its clock counts. */
  nowAt = $state(0);
  /** The order of the cards. */
  layout = $state.raw<Layout | null>(null);
  match = $state.raw<Match | null>(null);
  /** The rules of the current hand; those of the table may have changed since. */
  dealtUnder = $state.raw<RulesState | null>(null);
  /** The shares that this page has given since the last deal, or for another of this hand. */
  given: readonly GivenShare[] = [];
  /** The deals of the current hand that were thrown in. */
  thrown: readonly Hand[] = [];
  /** Recent chat messages, oldest first. */
  said = $state.raw<readonly Spoken[]>([]);
  /** Recent timeouts, oldest first. */
  timesUp = $state.raw<readonly TimeUp[]>([]);

  /** The current hand, or the one that has just ended. */
  readonly hand: Hand | null = $derived(this.match?.hand ?? null);
  /** The cards of this person, in the order of the deal. */
  readonly cards: readonly Card[] = $derived(
    this.seat === null ? [] : (this.hand?.cards[this.seat] ?? []),
  );
  /** Whether this person is the host. */
  readonly hosting: boolean = $derived(this.table !== null && this.table.host === this.you);
  /** Whether the table waits for this person. */
  readonly myTurn: boolean = $derived(
    this.seat !== null && (this.now?.seats.includes(this.seat) ?? false),
  );
  /** Whether this person has a seat and plays in it from the next hand on. */
  readonly joining: boolean = $derived(
    this.table?.seats.some(({ person, joins }) => joins && person === this.you) ?? false,
  );
  /** Whether other people play here too. */
  readonly company: boolean = $derived(
    this.table?.seats.some(({ person, bot }, seat) => seat !== this.seat && person && !bot) ??
      false,
  );

  readonly #connection: Connection;
  readonly #listeners = new Set<EventListener>();
  readonly #chatListeners = new Set<(said: Spoken) => void>();
  readonly #timed = new Set<(up: TimeUp) => void>();
  readonly #noticed = new Set<(notice: Notice) => void>();
  /** The version of the last published event. */
  #told: number | null = null;
  /** The version of the last published notice; null before the first welcome. */
  #noted: number | null = null;
  /** Notifications of a frame, which are delivered once all of it is applied. */
  #news: (() => void)[] = [];

  constructor(id: string, connection?: Connection) {
    this.id = id;
    this.#connection = connection ?? new Connection(id);
  }

  /** Connect, until `close`. */
  open(): void {
    this.#connection.open({
      since: () => this.#told,
      heard: (messages) => this.#hear(messages),
      changed: (status) => {
        this.status = status;
      },
      waits: (on) => {
        this.waits = on;
      },
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Request an action; after a lost connection it is sent again, and acts once. */
  do(action: Action): Promise<Outcome> {
    return this.#connection.do(action, this.version);
  }

  /** Check a decision, and list the readings of a lead that contain some units. */
  check(action: GameAction, having: readonly (readonly Card[])[] = []): Promise<Checked> {
    return this.#connection.check(action, having);
  }

  /** Request a bot's advice; null where the table gives no hints. */
  hint(): Promise<Hint | null> {
    return this.#connection.hint();
  }

  /** Report whether the user reads the result of the hand, which delays the next hand. */
  read(on: boolean): void {
    this.#connection.read(on);
  }

  /** Subscribe to the events of the match; returns the function that ends it. */
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribe to chat messages; returns the function that ends it. */
  onSaid(hearer: (said: Spoken) => void): () => void {
    this.#chatListeners.add(hearer);
    return () => this.#chatListeners.delete(hearer);
  }

  /** Subscribe to timeouts; returns the function that ends it. */
  onTimeUp(timed: (up: TimeUp) => void): () => void {
    this.#timed.add(timed);
    return () => this.#timed.delete(timed);
  }

  /** Subscribe to notices; returns the function that ends it. */
  onNotice(noticed: (notice: Notice) => void): () => void {
    this.#noticed.add(noticed);
    return () => this.#noticed.delete(noticed);
  }

  /** Apply a frame as a whole, then notify the subscribers. */
  #hear(messages: readonly ToBrowser[]): void {
    for (const message of messages) this.#take(message);
    const news = this.#news;
    this.#news = [];
    for (const tell of news) tell();
  }

  #take(message: ToBrowser): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "happened":
        return this.#happened(message);
      case "table":
        if (this.#told === null) return; // the expected welcome has it, too
        if (message.seat !== this.seat) return this.#resync(); // so that seats and cards agree
        this.table = message.table;
        this.may = message.may;
        this.#reach(message.version);
        return;
      case "said":
        return this.#heard(message.said);
      case "time_up":
        return this.#timeUp(message.time_up);
      case "proposal_ended":
      case "sight_set":
        return this.#notice(message);
      case "declare_over":
        return this.#tell(this.#noticed, message);
      case "moved":
        this.moved = message;
        return;
      case "bye":
        if (isEnding(message.code)) this.closeReason = message.words;
        else this.retryReason = message.words;
        return;
    }
  }

  #welcome(message: Welcome): void {
    this.retryReason = null;
    this.you = message.you;
    this.seat = message.seat;
    this.table = message.table;
    this.may = message.may;
    this.said = message.said;
    this.timesUp = message.times_up;
    this.#noted ??= message.version;
    if (message.stood_in.length > 0)
      this.#tell(this.#noticed, { type: "stood_in", decisions: message.stood_in });
    for (const notice of message.notices) this.#notice(notice);
    this.layout = message.layout;
    if (message.start || this.#told === null) {
      this.match = message.start && matchAt(message.start);
      this.#told = null;
    }
    this.#follow(message, true);
  }

  #happened(message: Happened): void {
    if (this.#told === null) return; // the expected welcome has it, too
    if (message.layout) this.layout = message.layout;
    this.#follow(message, false);
  }

  #follow(message: Welcome | Happened, past: boolean): void {
    const told: [Event, EventContext][] = [];
    let match = this.match;
    for (const { version, event } of message.events) {
      if (this.#told !== null && version <= this.#told) continue;
      const before = match;
      const rules = this.#rules();
      match = step(before, event, rules);
      if (event.event === "hand_started") this.dealtUnder = rules;
      told.push([event, { match, before, past }]);
    }
    if (match && message.now.account) match = withAccount(match, message.now.account);
    this.match = match;
    this.now = message.now;
    this.nowAt = Date.now();
    this.#told = message.version;
    this.#reach(message.version);
    if (match && lacksAccount(match)) return this.#resync();
    this.#news.push(() => {
      for (const [event, what] of told) for (const listen of this.#listeners) listen(event, what);
    });
  }

  #tell<T>(listeners: ReadonlySet<(what: T) => void>, what: T): void {
    this.#news.push(() => listeners.forEach((listen) => listen(what)));
  }

  #notice(notice: ProposalEnded | SightSet): void {
    if (this.#noted === null || notice.version <= this.#noted) return;
    this.#noted = notice.version;
    this.#tell(this.#noticed, notice);
  }

  #heard(said: Spoken): void {
    if (this.said.some((other) => other.version === said.version)) return;
    this.said = [...this.said.slice(-99), said];
    this.#reach(said.version);
    this.#tell(this.#chatListeners, said);
  }

  #timeUp(up: TimeUp): void {
    if (this.timesUp.some(({ version }) => version === up.version)) return;
    this.timesUp = [...this.timesUp.slice(-99), up];
    this.#tell(this.#timed, up);
  }

  /** Request all events again, since other cards are visible, or some events were missed. */
  #resync(): void {
    this.#told = null;
    this.#connection.hello();
  }

  #reach(version: number): void {
    this.version = Math.max(this.version, version);
  }

  #rules(): RulesState {
    if (!this.table) throw new Error("events before the table");
    return this.table.rules;
  }
}
