/**
 * WebSocket with heartbeat and backoff.
 *
 * It is lost when it closes, and when nothing arrives for a while: after a phone has slept, a dead
 * socket still looks open. It reconnects at once, then with growing delays, and at once on hints of
 * the browser that the network is back. After a restart of the server the first attempt waits too,
 * since the server is not back yet and all browsers reconnect.
 */
import type { FromBrowser, ToBrowser } from "../wire";

/** The environment of the socket, which tests replace. */
export interface Surroundings {
  /**
   * Maximum silence in milliseconds of a connection that only the server sends on; on others the
   * client pings.
   */
  readonly quiet?: number;
  /** Open a socket. */
  connect(): WebSocket;
  /** Make sure that this browser has a person, since the server refuses others. */
  identify(): Promise<unknown>;
  /** A random number from 0 to 1, so that browsers do not reconnect all at once. */
  random(): number;
}

/** Callbacks of the socket. */
export interface Ends<Incoming = ToBrowser> {
  /** Connected; the first message can be sent. */
  opened(): void;
  /** A frame was received, with all messages of one step. */
  heard(messages: readonly Incoming[]): void;
  /** The connection is lost, and is being reopened. */
  lost(): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const BEAT = 12_000;
const PATIENCE = 6_000;
/** Timeout of a heartbeat right after the page has become visible, in milliseconds. */
const WAKING = 2_000;

/** Delays before further attempts, in milliseconds; the first is made at once. */
export function waitBefore(attempt: number, random: number): number {
  if (attempt === 0) return 0;
  const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return most * (0.5 + random / 2);
}

/** A socket that reconnects until `close`. */
export class ReconnectingSocket<Incoming extends { readonly type: string } = ToBrowser> {
  readonly #around: Surroundings;
  readonly #ends: Ends<Incoming>;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Whether the last attempt was refused, as it is for a browser without a person. */
  #stranger = false;

  constructor(around: Surroundings, ends: Ends<Incoming>) {
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

  /** Send a message; returns whether it was sent. A closing socket counts as lost. */
  send(message: FromBrowser): boolean {
    if (!this.open) {
      if ((this.#socket?.readyState ?? 0) > 1) this.#mend();
      return false;
    }
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** Send a heartbeat now, since a response is late. */
  doubt(): void {
    if (this.open) this.#ask(PATIENCE);
  }

  /** Close it permanently. */
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
      const messages = data.split("\n").map((line) => JSON.parse(line) as Incoming);
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

  /** Drop the lost socket and reconnect. */
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

  /** Schedule the next heartbeat, after a message has arrived. */
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

  /** The browser has no network, which an open socket notices much later. */
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
