/**
 * A line to the server that mends itself.
 *
 * It is lost when the socket closes, and when nothing comes back for a while, as after a phone has
 * slept: then the socket still looks open. A lost line is tried again at once, then at growing
 * distances, and at once whenever the browser hints that it could work. When the server has taken
 * its leave, even the first attempt waits a little: it is not back yet, and all others come too.
 */
import type { FromBrowser, ToBrowser } from "../wire";

/** What the line needs of its surroundings, to be replaced in tests. */
export interface Surroundings {
  /**
   * For how many milliseconds a line may be quiet on which only the server speaks; on others the
   * server is asked for a sign of life.
   */
  readonly quiet?: number;
  /** Open a socket. */
  connect(): WebSocket;
  /** Make sure that this browser is somebody, since the server refuses strangers. */
  identify(): Promise<unknown>;
  /** A number from 0 to 1, by which browsers that were cut off together do not return together. */
  random(): number;
}

/** What is told about the line. */
export interface Ends<Told = ToBrowser> {
  /** The line stands: the first message is to be sent. */
  opened(): void;
  /** A frame has come: all that one step led to. */
  heard(messages: readonly Told[]): void;
  /** The line is lost, and being mended. */
  lost(): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const BEAT = 12_000;
const PATIENCE = 6_000;
/** How long an answer may take when the page has just come back into view. */
const WAKING = 2_000;

/** How long to wait before a further attempt, in milliseconds; the first one is made at once. */
export function waitBefore(attempt: number, random: number): number {
  if (attempt === 0) return 0;
  const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return most * (0.5 + random / 2);
}

/** The line; it is tried until `close`. */
export class ReconnectingSocket<Told extends { readonly type: string } = ToBrowser> {
  readonly #around: Surroundings;
  readonly #ends: Ends<Told>;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Whether the last attempt has not been welcomed, as a stranger is not. */
  #stranger = false;

  constructor(around: Surroundings, ends: Ends<Told>) {
    this.#around = around;
    this.#ends = ends;
    globalThis.addEventListener?.("online", this.#wake);
    globalThis.addEventListener?.("offline", this.#offline);
    globalThis.addEventListener?.("pageshow", this.#wake);
    globalThis.document?.addEventListener("visibilitychange", this.#wake);
    void this.#try();
  }

  /** Whether messages can be sent. */
  get open(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** Send, when the line stands; says whether it did. One that closes already is lost. */
  send(message: FromBrowser): boolean {
    if (!this.open) {
      if ((this.#socket?.readyState ?? 0) > 1) this.#mend();
      return false;
    }
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Something that was sent is not answered: ask for a sign of life at once. */
  doubt(): void {
    if (this.open) this.#ask(PATIENCE);
  }

  /** End it for good. */
  close(): void {
    this.#closed = true;
    globalThis.removeEventListener?.("online", this.#wake);
    globalThis.removeEventListener?.("offline", this.#offline);
    globalThis.removeEventListener?.("pageshow", this.#wake);
    globalThis.document?.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#retry);
    this.#drop();
  }

  async #try(): Promise<void> {
    clearTimeout(this.#retry);
    const attempt = ++this.#attempt;
    if (this.#stranger) {
      try {
        await this.#around.identify();
      } catch {
        return this.#again(attempt);
      }
      if (this.#closed || attempt !== this.#attempt) return;
    }
    this.#take(this.#around.connect());
  }

  #take(socket: WebSocket): void {
    this.#socket = socket;
    this.#expect(LONGEST_WAIT * 2);
    this.#stranger = true;
    socket.onopen = () => {
      this.#ends.opened();
      this.#listen();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      this.#listen();
      const messages = data.split("\n").map((line) => JSON.parse(line) as Told);
      for (const { type } of messages) {
        if (type === "welcome") {
          this.#attempt = 0;
          this.#stranger = false;
        }
        if (type === "bye") this.#attempt = Math.max(1, this.#attempt);
      }
      const heard = messages.filter(({ type }) => type !== "pong");
      if (heard.length > 0) this.#ends.heard(heard);
    };
    socket.onclose = () => this.#mend();
  }

  /** The line is lost: let go of it and try again. */
  #mend(): void {
    this.#drop();
    if (this.#closed) return;
    this.#ends.lost();
    this.#again(this.#attempt);
  }

  #again(attempt: number): void {
    if (this.#closed || attempt !== this.#attempt) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#try(), waitBefore(attempt, this.#around.random()));
  }

  #drop(): void {
    clearTimeout(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Something came: the next sign of life is asked for when it has been quiet for a while. */
  #listen(): void {
    clearTimeout(this.#beat);
    const { quiet } = this.#around;
    if (quiet) return this.#expect(quiet);
    this.#beat = setTimeout(() => this.#ask(PATIENCE), BEAT);
  }

  #ask(patience: number): void {
    this.send({ type: "ping" });
    this.#expect(patience);
  }

  #expect(patience: number): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => this.#mend(), patience);
  }

  /** The browser has no network, which an open socket would say much later. */
  readonly #offline = (): void => {
    if (this.#socket) this.#mend();
  };

  readonly #wake = (): void => {
    if (globalThis.document?.visibilityState === "hidden") return;
    if (this.open) return this.#around.quiet ? undefined : this.#ask(WAKING);
    if (this.#socket) return;
    this.#attempt = 0;
    void this.#try();
  };
}
