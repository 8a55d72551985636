/** The player's choice in the own hand, and the server's evaluation of it. */

import { untrack } from "svelte";

import { preferences } from "../state/preferences.svelte";
import type { LiveTable } from "../state/table.svelte";
import type { Card, Checked, GameAction, Turn } from "../wire";
import { inLanguage, joinSentences, t } from "../words/words.svelte";
import { cardNames } from "../cards/naming";
import { layOut, type HeldCard, type SuitGroup } from "./hand";
import {
  atTurn,
  cardsOf,
  drawAcross,
  idsOf,
  NO_DUTY,
  stillHeld,
  takeUnit,
  touch,
  type Chosen,
  type Duty,
} from "./selection";

/** Delay in milliseconds after a touch before the server evaluates the choice. */
const PAUSE = 90;

/** Delay in milliseconds before an automatic play, so that it can be seen. */
const AUTO_PAUSE = 700;

/** The server's evaluation of chosen cards, read with certain units. */
type Answer = { readonly asked: string; readonly checked: Checked };

/** The choice of cards and what can be done with it. */
export class Choice {
  readonly #live: LiveTable;
  #past: Chosen[] = [];
  #acted = 0;
  #changes = 0;

  /** The ids of the chosen cards. */
  chosen: Chosen = $state.raw([]);
  /** Whether there is a step to take back. */
  undoable = $state(false);
  /** Which reading of an ambiguous lead is chosen. */
  reading = $state(0);
  /** The units that the reading is to have, where there are more readings than are listed. */
  having: readonly (readonly Card[])[] = $state.raw([]);
  /** Whether the choice is played as soon as the player's turn comes. */
  queued = $state(false);
  /** Whether an action is being sent. */
  sending = $state(false);
  /** The server's response to the last action, until something changes. */
  notice = $state("");
  /** The text of a hint, until something changes. */
  advice = $state("");

  #answer: Answer | null = $state.raw(null);

  /** The own hand, laid out. */
  readonly groups: SuitGroup[] = $derived.by(() => {
    const { cards, hand, layout, seat } = this.#live;
    const tricks = [...(hand?.tricks ?? []), ...(hand?.trick ? [hand.trick] : [])];
    const played = tricks.flatMap(({ plays }) => plays.filter((play) => play.seat === seat));
    const buried = hand?.buriedBy === seat ? (hand?.kitty ?? []) : [];
    const gone = [...buried, ...played.flatMap((play) => play.cards)];
    const groups = layOut(cards, layout, gone);
    return preferences.highLeft ? groups : groups.map((group) => group.toReversed());
  });
  readonly hand: HeldCard[] = $derived(this.groups.flat());

  /** The player's possible decisions, on their turn. */
  readonly turn: Turn | null = $derived.by(() => this.#live.now?.turn ?? null);
  /** The purpose for which cards are chosen now, if any. */
  readonly aim: "lead" | "follow" | "bury" | null = $derived.by(() => {
    const wait = this.#live.now?.wait;
    if (!this.turn || !this.#live.myTurn) return null;
    return wait === "lead" || wait === "follow" || wait === "bury" ? wait : null;
  });
  /** Whether the chosen cards can be queued: they are played once it is this person's turn. */
  readonly queueable: boolean = $derived.by(
    () => this.#live.now?.plays_later === true && this.cards.length > 0,
  );
  readonly duty: Duty = $derived(this.aim && this.turn ? this.turn : NO_DUTY);
  /** The chosen cards, in the order of the hand. */
  readonly cards: Card[] = $derived(cardsOf(this.chosen, this.hand));
  /** Whether the choice has the wanted number of cards. */
  readonly #complete: boolean = $derived(
    this.duty.size === null ? this.cards.length > 0 : this.cards.length === this.duty.size,
  );
  readonly #key: string = $derived(
    [this.cards, ...this.having].map((cards) => cards.join(" ")).join("+"),
  );
  readonly #checked: Checked | null = $derived(
    this.#answer?.asked === this.#key ? this.#answer.checked : null,
  );
  /** The listed readings of the lead. */
  readonly readings: Checked["readings"] = $derived(
    this.aim === "lead" ? (this.#checked?.readings ?? []) : [],
  );
  /** The tractors that ways can be asked to have that are not listed; none: there are no such. */
  readonly tractors: Checked["tractors"] = $derived(this.#checked?.tractors ?? []);
  /** Whether the lead has several readings, so that the player must choose one. */
  readonly ambiguous: boolean = $derived(
    this.readings.length + this.tractors.length > 1 || this.having.length > 0,
  );
  /** The reason why the choice cannot be played; empty when it can, or is still being evaluated. */
  readonly fault: string = $derived.by(() => {
    const { size } = this.duty;
    const count = this.cards.length;
    if (!this.aim) return "";
    if (size === null && count === 0) return t("table.choose_lead");
    if (size !== null && count < size) return t("table.too_few", { count: size - count });
    if (size !== null && count > size) return t("table.too_many", { count: count - size });
    const { refusal, offending } = this.#checked ?? {};
    const cards = offending?.length ? cardNames(offending) : "";
    return refusal
      ? joinSentences(inLanguage(refusal), cards && t("table.offending", { cards }))
      : "";
  });
  /** The ids of the chosen cards that have to give way. */
  readonly offending: Chosen = $derived(
    idsOf(
      this.#checked?.offending ?? [],
      this.hand.filter(({ id }) => this.chosen.includes(id)),
    ),
  );
  /** Name of the throw, and the reason against it, if the choice is a throw. */
  readonly throw: string = $derived.by(() => {
    const said = this.ambiguous ? null : this.#checked?.throw;
    return this.aim === "lead" && said ? inLanguage(said) : "";
  });
  /** Whether the server speaks against it. */
  readonly refused: boolean = $derived(this.notice !== "" || this.#checked?.refusal != null);
  /** Whether the choice can be sent. */
  readonly playable: boolean = $derived(
    this.aim !== null &&
      this.#complete &&
      !this.#checked?.refusal &&
      !this.sending &&
      (this.readings.length > 0 || !this.ambiguous),
  );

  constructor(live: LiveTable) {
    this.#live = live;
  }

  /** Follow the table from now on; to be called while a component is set up. */
  follow(): void {
    const turnKey = $derived(this.aim ? `${this.aim} ${this.#live.now?.since}` : "");
    $effect(() => {
      if (turnKey) untrack(() => this.#beginTurn());
    });
    $effect(() => {
      const kept = stillHeld(
        untrack(() => this.chosen),
        this.hand,
      );
      if (kept.length < untrack(() => this.chosen.length)) untrack(() => this.#begin(kept));
    });
    // After a play the remaining choice belongs to that play: the other of two equal cards, which
    // takes over the id of the first, or cards that a failed throw has returned.
    $effect(() =>
      this.#live.onEvent((event) => {
        const own =
          (event.event === "played" || event.event === "kitty_buried") &&
          event.seat === this.#live.seat;
        if (own) this.#begin(this.#fresh);
      }),
    );
    $effect(() => this.#ask());
    $effect(() => this.#playAlone());
  }

  /** The choice as it is before anything was touched: what must be played in any case. */
  get #fresh(): Chosen {
    return atTurn([], this.hand, this.duty);
  }

  /** Play the choice as soon as the player's turn comes, if it is legal then; or cancel that. */
  queue(): void {
    this.queued = this.queueable && !this.queued;
  }

  #beginTurn(): void {
    const queued = this.queued && this.aim === "follow" ? this.cards : null;
    this.#begin(atTurn(this.chosen, this.hand, this.duty));
    if (queued) void this.#playQueued(queued);
  }

  /** Play the queued choice, unless it was touched since or is not legal. */
  async #playQueued(cards: readonly Card[]): Promise<void> {
    const changes = this.#changes;
    const action: GameAction = { do: "play", cards };
    const { refusal } = await this.#live.check(action);
    if (changes !== this.#changes || this.aim !== "follow") return;
    if (refusal === null) await this.act(action);
    else this.notice = t("table.queue_refused", { why: inLanguage(refusal) });
  }

  /** Touch a card; see `touch`. */
  touch(id: string): void {
    this.#change(touch(this.chosen, id, this.hand, this.duty));
    const card = this.hand.find((held) => held.id === id)?.card;
    if (
      preferences.unitsKnown ||
      !this.duty.groups.some((unit) => unit.some((one) => one === card))
    )
      return;
    preferences.unitsKnown = true;
    this.advice = t("table.unit_tip");
  }

  /**
   * Take a whole unit of a card; see `takeUnit`.
   *
   * @param again whether the card has just been touched: the unit then replaces what that changed.
   * @returns whether the card is in a unit with room.
   */
  takeUnit(id: string, again = false): boolean {
    const before = again ? this.#past.at(-1) : this.chosen;
    const taken = before && takeUnit(before, id, this.hand, this.duty);
    if (!taken) return false;
    if (again) this.undo();
    this.#change(taken);
    preferences.unitsKnown = true;
    return true;
  }

  /**
   * Drag across cards; see `drawAcross`. `from` is the earlier choice, so that undo takes one step.
   */
  draw(from: Chosen, ids: readonly string[], choose: boolean): void {
    this.chosen = drawAcross(from, ids, choose);
    this.#touched();
    this.notice = this.advice = "";
  }

  /** Remember a choice as a step to which undo returns. */
  remember(chosen: Chosen): void {
    this.#past = [...this.#past.slice(-49), chosen];
    this.undoable = true;
  }

  /** Take back all but what must be played in any case. */
  clear(): void {
    const fresh = this.#fresh;
    if (this.chosen.length !== fresh.length || fresh.some((id) => !this.chosen.includes(id)))
      this.#change(fresh);
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.undoable = this.#past.length > 0;
    this.chosen = stillHeld(last, this.hand);
    this.#touched();
    this.notice = this.advice = "";
  }

  /** List only the ways to read the lead that have these units. */
  readWith(units: readonly (readonly Card[])[]): void {
    this.having = units;
    this.reading = 0;
  }

  /** Play, lead or bury what is chosen. */
  async send(): Promise<void> {
    if (this.aim && this.playable) await this.act(this.#action());
  }

  /** Tell the server of a decision; what it refuses is noticed. */
  async act(action: GameAction): Promise<boolean> {
    const act = ++this.#acted;
    this.sending = true;
    this.notice = this.advice = "";
    try {
      const outcome = await this.#live.do(action);
      if (!outcome.done && act === this.#acted) this.notice = inLanguage(outcome.words);
      return outcome.done;
    } finally {
      if (act === this.#acted) this.sending = false;
    }
  }

  /** Choose the cards that a bot would play, or describe its action, with the reason. */
  async hint(): Promise<GameAction | null> {
    const hint = await this.#live.hint();
    if (hint === null) {
      this.advice = t("table.hint_none");
      return null;
    }
    const { action, why } = hint;
    if (action.do === "play" || action.do === "bury") {
      this.#change(idsOf(action.cards, this.hand, this.chosen));
    }
    this.advice =
      joinSentences(this.#hinted(action), why && inLanguage(why)) || t("table.hint_cards");
    return action;
  }

  /** A hint that is not about cards of the hand, in words. */
  #hinted(action: GameAction): string {
    switch (action.do) {
      case "redeal":
        return action.wanted ? t("table.hint_redeal") : t("table.hint_play_on");
      case "no_more":
        return t("table.hint_pass");
      case "declare":
        return t("table.hint_show", { cards: cardNames(action.cards) });
      case "land":
        return action.cards?.length
          ? t("table.hint_show", { cards: cardNames(action.cards) })
          : t("table.hint_pass");
      case "play":
      case "bury":
      case "call":
        return "";
    }
  }

  #action(): GameAction {
    const cards = this.cards;
    if (this.aim === "bury") return { do: "bury", cards };
    const reading = this.ambiguous ? this.readings[this.reading] : undefined;
    return reading ? { do: "play", cards, reading } : { do: "play", cards };
  }

  #begin(chosen: Chosen): void {
    this.chosen = chosen;
    this.#touched();
    this.#past = [];
    this.undoable = false;
    this.readWith([]);
    this.notice = this.advice = "";
  }

  /** A touch cancels the queued play. */
  #touched(): void {
    this.#changes++;
    this.queued = false;
  }

  #change(chosen: Chosen): void {
    this.remember(this.chosen);
    this.chosen = chosen;
    this.#touched();
    this.readWith([]);
    this.notice = this.advice = "";
  }

  /** Ask whether the choice would be refused, once it has rested for a moment. */
  #ask(): (() => void) | undefined {
    const { aim, cards, having } = this;
    if (!aim || !this.#complete) return;
    const asked = this.#key;
    const timer = setTimeout(() => {
      const action: GameAction = aim === "bury" ? { do: "bury", cards } : { do: "play", cards };
      void this.#live.check(action, having).then((checked) => (this.#answer = { asked, checked }));
    }, PAUSE);
    return () => clearTimeout(timer);
  }

  /** Play what is the only legal play, where that is wanted. */
  #playAlone(): (() => void) | undefined {
    const { aim, duty } = this;
    const only = aim === "follow" && duty.size !== null && duty.forced.length === duty.size;
    if (!only || !preferences.autoPlay) return;
    const timer = setTimeout(() => void this.act({ do: "play", cards: duty.forced }), AUTO_PAUSE);
    return () => clearTimeout(timer);
  }
}
