/** The cursor of a replay: position, viewer, and automatic play. */
import type { BotThought, HandReplay } from "../wire";
import { leadOf, type Sizes, type Stop, stopAt, stopsOf, tricksOf } from "./stops";

/** Delay between moments in milliseconds, and the label of each speed. */
export const SPEEDS = {
  slow: { rest: 2400, sign: "½×" },
  normal: { rest: 1200, sign: "1×" },
  fast: { rest: 450, sign: "3×" },
} as const;
export type Speed = keyof typeof SPEEDS;
const ORDER: readonly Speed[] = ["slow", "normal", "fast"];

export class ReplayCursor {
  readonly stops: readonly Stop[];
  /** Which of them show a complete trick; with the first, the lead and the last. */
  readonly tricks: readonly number[];
  readonly lead: number;
  readonly last: number;
  /** The index of the current stop. */
  position = $state(0);
  /** The seat of the viewer; null: all hands are open. */
  eyes: number | null = $state(null);
  /** Whether the replay plays automatically. */
  playing = $state(false);
  speed: Speed = $state("normal");
  /** Whether bots are asked for the reasons of their decisions. */
  asking = $state(false);

  readonly stop: Stop = $derived.by(() => this.stops[this.position]!);

  /** The number of the event of this stop with a bot's thought behind it; null: there is none. */
  readonly thoughtful: number | null = $derived.by(() => {
    const before = this.stops[this.position - 1]?.moment.at ?? 0;
    if (!this.thoughtOf) return null;
    const behind = (event: number): boolean => event > before && event <= this.stop.moment.at;
    return this.told.thoughts.findLast(behind) ?? null;
  });

  /**
   * @param told - the hand.
   * @param sizes - sizes given by the rules.
   * @param seenBy - whose view was recorded; "all" where nothing is hidden.
   * @param thoughtOf - requests the thought of a bot behind an event; null: none are stored.
   */
  constructor(
    readonly told: HandReplay,
    readonly sizes: Sizes,
    readonly seenBy: "all" | number | null = "all",
    readonly thoughtOf: ((event: number) => Promise<BotThought>) | null = null,
  ) {
    this.stops = stopsOf(told, sizes);
    this.tricks = tricksOf(this.stops);
    this.lead = leadOf(this.stops);
    this.last = this.stops.length - 1;
    this.position = this.lead;
  }

  /** Go to a stop; an index out of range is clamped. */
  to(position: number): void {
    this.position = Math.min(Math.max(position, 0), this.last);
    if (this.position === this.last) this.playing = false;
  }

  /** Go to the moment after so many events of the hand. */
  go(events: number): void {
    this.to(stopAt(this.stops, events));
  }

  /** Some steps on, or back. */
  step(by: number): void {
    this.to(this.position + by);
  }

  /** To the end of the next trick, or of the previous one. */
  trick(by: 1 | -1): void {
    const { position, tricks } = this;
    const next =
      by > 0 ? tricks.find((at) => at > position) : tricks.findLast((at) => at < position);
    this.to(next ?? (by > 0 ? this.last : 0));
  }

  /** To where a trick is led, by its number; 0: before the first lead. */
  jump(trick: number): void {
    const found = this.stops.findIndex(({ moment }) => moment.trick === trick && moment.plays > 0);
    if (trick === 0) this.to(this.lead);
    else if (found >= 0) this.to(found);
  }

  /** Start or stop automatic play; at the end it starts from the beginning. */
  toggle(): void {
    if (!this.playing && this.position === this.last) this.to(this.lead);
    this.playing = !this.playing;
  }

  /** Go on at the next of the speeds, after the fastest at the slowest. */
  change(): void {
    this.speed = ORDER[(ORDER.indexOf(this.speed) + 1) % ORDER.length]!;
  }

  /** Whether the cards in a seat's hand are seen now. */
  sees(seat: number): boolean {
    return this.eyes === null || this.eyes === seat || this.stop.hand.ended !== null;
  }
}
