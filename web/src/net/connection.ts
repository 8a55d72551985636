/**
 * Requests over the socket of a table.
 *
 * Each has an id. Those without a response when the connection is lost are sent again with the same
 * id after the next welcome, so that they act once.
 */
import type {
  Action,
  Card,
  Checked,
  FromBrowser,
  GameAction,
  Hinted,
  Refused,
  Text,
  ToBrowser,
} from "../wire";
import { me } from "./api";
import { type Ending, isEnding } from "./endings";
import { type Ends, ReconnectingSocket } from "./socket";

/**
 * State of the connection: `connecting` for the first time; `open`; `lost` while it reconnects; or
 * permanently closed.
 */
export type Status = "connecting" | "open" | "lost" | Ending;

/** The code of a request that was pending when the page left the table. */
export const CLOSED = "closed";

/** The result of an action. */
export type Outcome =
  { readonly done: true } | { readonly done: false; readonly code: string; readonly words: Text };

/** A bot's advice, with its reasons. */
export type Hint = Pick<Hinted, "action" | "why">;

/** Callbacks of the connection. */
export interface Listener {
  /** The version of the last known event; null requests all of them. */
  since(): number | null;
  /** The messages of a frame, except responses. */
  heard(messages: readonly ToBrowser[]): void;
  changed(status: Status): void;
  /** Whether a response is late, which is then shown. */
  waits(on: boolean): void;
}

/** The part of a `ReconnectingSocket` that is used here. */
export type Wire = Pick<ReconnectingSocket, "send" | "close" | "doubt">;

/** Time until a response counts as late, in milliseconds. */
const SOON = 1000;

type Answer = Extract<ToBrowser, { id: string }>;

interface Question {
  readonly message: Extract<FromBrowser, { id: string }>;
  readonly answered: (answer: Answer) => void;
}

/** The connection to a table, with its pending requests. */
export class Connection {
  readonly #lay: (ends: Ends) => Wire;
  readonly #prefix = randomId();
  readonly #questions = new Map<string, Question>();
  #asked = 0;
  #late: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #line: Wire | null = null;
  #listener: Listener | null = null;
  #welcomed = false;
  #reading = false;

  constructor(table: string, lay: (ends: Ends) => Wire = (ends) => lineTo(table, ends)) {
    this.#lay = lay;
  }

  open(listener: Listener): void {
    this.#listener = listener;
    globalThis.document?.addEventListener("visibilitychange", this.#look);
    this.#line = this.#lay({
      opened: () => {
        this.hello();
        if (isHidden() || this.#reading) this.#look();
      },
      heard: (messages) => this.#heard(messages),
      lost: () => {
        this.#welcomed = false;
        listener.changed("lost");
      },
    });
  }

  close(): void {
    globalThis.document?.removeEventListener("visibilitychange", this.#look);
    this.#line?.close();
    this.#line = null;
    this.#closed = true;
    for (const { message } of this.#questions.values()) this.#answer(closed(message.id));
  }

  /** Send `Hello` with the last known version, to receive later events. */
  hello(): void {
    this.#welcomed = false;
    this.#line?.send({ type: "hello", since: this.#listener?.since() ?? null });
  }

  /** Report that the user reads the result of the hand here, which delays the next hand. */
  read(on: boolean): void {
    if (on === this.#reading) return;
    this.#reading = on;
    this.#look();
  }

  /** Report whether the page is visible; otherwise the person may get push notifications. */
  readonly #look = (): void =>
    void this.#line?.send({ type: "look", seen: !isHidden(), reading: this.#reading });

  async do(action: Action, version: number): Promise<Outcome> {
    const answer = await this.#ask((id) => ({ type: "do", id, version, action }));
    return answer.type === "refused"
      ? { done: false, code: answer.code, words: answer.words }
      : { done: true };
  }

  async check(action: GameAction, having: readonly (readonly Card[])[]): Promise<Checked> {
    const answer = (await this.#ask((id) => ({ type: "check", id, action, having }))) as
      Checked | Refused;
    const { id } = answer;
    return answer.type === "checked"
      ? answer
      : {
          type: "checked",
          id,
          refusal: answer.words,
          offending: [],
          readings: [],
          tractors: [],
          throw: null,
        };
  }

  async hint(): Promise<Hint | null> {
    const answer = (await this.#ask((id) => ({ type: "hint", id }))) as Hinted | Refused;
    return answer.type === "hinted" ? answer : null;
  }

  #ask(make: (id: string) => Question["message"]): Promise<Answer> {
    return new Promise((answered) => {
      const message = make(`${this.#prefix}-${++this.#asked}`);
      if (this.#closed) return answered(closed(message.id));
      this.#questions.set(message.id, { message, answered });
      this.#late ??= setTimeout(this.#waits, SOON);
      if (this.#welcomed) this.#line?.send(message);
    });
  }

  #answer(answer: Answer): void {
    this.#questions.get(answer.id)?.answered(answer);
    if (!this.#questions.delete(answer.id)) return;
    clearTimeout(this.#late);
    this.#late = this.#questions.size > 0 ? setTimeout(this.#waits, SOON) : undefined;
    this.#listener?.waits(false);
  }

  readonly #waits = (): void => {
    this.#line?.doubt();
    this.#listener?.waits(true);
  };

  #heard(messages: readonly ToBrowser[]): void {
    const news = messages.filter((message) => !isAnswer(message));
    if (news.length > 0) this.#listener?.heard(news);
    for (const message of messages) {
      if (isAnswer(message)) {
        this.#answer(message);
      } else if (message.type === "welcome") {
        this.#listener?.changed("open");
        this.#welcomed = true;
        for (const question of this.#questions.values()) this.#line?.send(question.message);
      } else if (message.type === "bye" && isEnding(message.code)) {
        this.#listener?.changed(message.code);
        this.close();
      }
    }
  }
}

/** The result of a request to a table that the page has left. */
const closed = (id: string): Refused => {
  const words = { en: "", "zh-Hans": "", "zh-Hant": "" };
  return { type: "refused", id, code: CLOSED, words, version: 0 };
};

const isAnswer = (message: ToBrowser): message is Answer => "id" in message;

const isHidden = (): boolean => globalThis.document?.visibilityState === "hidden";

function lineTo(table: string, ends: Ends): ReconnectingSocket {
  const { protocol, host } = window.location;
  const address = `${protocol === "https:" ? "wss" : "ws"}://${host}/api/tables/${table}/socket`;
  return new ReconnectingSocket(
    { connect: () => new WebSocket(address), identify: me, random: Math.random },
    ends,
  );
}

/** A prefix that is unique to this tab; `crypto.randomUUID` is missing over plain HTTP. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
