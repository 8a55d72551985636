/** What a table's device asks of the server, and what it keeps through a reload. */
import { ask, Refusal } from "../net/api";
import { deviceNight, previewDeviceHand, writeHands } from "../requests";
import type { AskedOfNight, HandPreview, NightAnswers, NightState, Text } from "../wire";
import { BUSY, type Desk } from "../nights/night.svelte";
import { type Known, LONG } from "../nights/requests";

type Hand = Extract<AskedOfNight, { do: "enter_hand" }>;

/** A hand that the server has refused; it is shown until somebody puts it away. */
export interface Unwritten {
  readonly hand: Hand;
  readonly words: Text;
}

interface Kept {
  /** The last state of the night. */
  readonly state: NightState | null;
  readonly unwritten: readonly Unwritten[];
}

const key = (night: string): string => `shengji.device.${night}`;

/** The desk of a night for the device of one of its tables. */
export class TableDesk implements Desk {
  /** The last state, from before a reload until the server answers. */
  last: NightState | null;
  unwritten: readonly Unwritten[] = $state.raw([]);
  #isKnown = false;

  constructor(private readonly night: string) {
    const { state, unwritten } = kept(night);
    this.last = state;
    this.unwritten = unwritten;
  }

  async look(night: string, known: Known | null): Promise<NightState | null> {
    // The state of before a reload has no clock, so the present one is asked for at once.
    const found =
      known === null || !this.#isKnown
        ? await deviceNight(night)
        : await ask<NightState | null>("GET", waiting(night, known), undefined, LONG);
    this.#isKnown = true;
    if (found) this.last = found;
    this.#keep();
    return found;
  }

  async tell(night: string, commands: readonly AskedOfNight[]): Promise<NightAnswers> {
    const hands = commands as readonly Hand[];
    try {
      const answered = await writeHands(night, { commands: [...hands] });
      for (const { id, refusal } of answered.answers) {
        if (refusal)
          this.#refuse(
            hands.filter((hand) => hand.id === id),
            refusal.words,
          );
      }
      return answered;
    } catch (fault) {
      if (fault instanceof Refusal && !BUSY.has(fault.status)) this.#refuse(hands, fault.words);
      throw fault;
    }
  }

  preview(night: string, command: Parameters<Desk["preview"]>[1]): Promise<HandPreview> {
    return previewDeviceHand(night, { command: command as Hand });
  }

  /** Remove a refused hand from the list. */
  putAway(gone: Unwritten): void {
    this.unwritten = this.unwritten.filter((one) => one !== gone);
    this.#keep();
  }

  #refuse(hands: readonly Hand[], words: Text): void {
    this.unwritten = [...this.unwritten, ...hands.map((hand) => ({ hand, words }))];
    this.#keep();
  }

  #keep(): void {
    try {
      const found: Kept = { state: this.last, unwritten: this.unwritten };
      localStorage.setItem(key(this.night), JSON.stringify(found));
    } catch {
      // It then lasts only as long as the page.
    }
  }
}

/** Whether this browser has been a device of the night. */
export const wasDevice = (night: string): boolean => kept(night).state !== null;

function kept(night: string): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(night)) ?? "null");
    if (found !== null) return found as Kept;
  } catch {
    // A browser that keeps nothing.
  }
  return { state: null, unwritten: [] };
}

const waiting = (night: string, { version, rated }: Known): string =>
  `/api/nights/${encodeURIComponent(night)}/device?since=${version}&rated=${rated}`;
