/** Layout of the player's own hand: the order of the cards, and the rows. */

import type { Card, Layout, Rank, Suit } from "../wire";
import { faceOf } from "../cards/cards";
import type { Shape } from "./places";

/** A card in the hand. Copies of a card have different numbers, which are part of the id. */
export interface HeldCard {
  id: string;
  card: Card;
}

/** The cards of an effective suit, from high to low. */
export type SuitGroup = HeldCard[];

const PLAIN_RANKS: Rank[] = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const PLAIN_SUITS: Suit[] = ["S", "H", "C", "D"];

/** All cards by suit and rank: the order before the server sends one. */
function plainOrder(): Card[][] {
  const suits = PLAIN_SUITS.map((suit) => PLAIN_RANKS.map((rank) => `${rank}${suit}` as Card));
  return [["BJ", "SJ"] as Card[], ...suits];
}

/**
 * Lays a hand out: effective suits apart, trumps first, each from high to low.
 *
 * Black and red suits alternate where the held suits allow it; trumps stay first.
 *
 * @param gone - cards that the hand had before: the other suits keep their order when a suit runs
 *   out.
 */
export function layOut(
  hand: readonly Card[],
  layout: Layout | null,
  gone: readonly Card[] = [],
): SuitGroup[] {
  const left = new Map<Card, number>();
  for (const card of hand) left.set(card, (left.get(card) ?? 0) + 1);
  const had = new Set([...hand, ...gone]);
  const order = layout ? layout.map((suit) => suit.flat() as Card[]) : plainOrder();
  return alternate(order.filter((suit) => suit.some((card) => had.has(card))))
    .map((suit) =>
      suit.flatMap((card) =>
        Array.from({ length: left.get(card) ?? 0 }, (_, copy) => ({
          id: `${card}#${copy}`,
          card,
        })),
      ),
    )
    .filter((group) => group.length > 0);
}

/** Whether a suit is red, by its lowest card, which no Joker or rank card is. */
const isRed = (cards: readonly Card[]): boolean => {
  const { suit } = faceOf(cards.at(-1)!);
  return suit === "D" || suit === "H";
};

/** Changes the order of the side suits so that neighbours differ in colour, if that can be. */
function alternate(suits: Card[][]): Card[][] {
  const [trumps, ...sides] = suits;
  if (!trumps || sides.length < 3) return suits;
  const red = sides.filter(isRed);
  const black = sides.filter((group) => !isRed(group));
  const [more, fewer] = red.length > black.length ? [red, black] : [black, red];
  return [trumps, ...more.flatMap((suit, i) => (fewer[i] ? [suit, fewer[i]] : [suit]))];
}

/** A hand as it is drawn: rows of cards, and how far apart they lie. */
export interface Rows {
  rows: SuitGroup[][];
  /** Visible width of a card, in pixels; the last card of a row is fully visible. */
  strip: number;
}

/** The inputs that decide the number of rows, in pixels. */
export interface Room {
  width: number;
  /** The width of a card. */
  card: number;
  /** The least of a card that must show to be read and touched. */
  least: number;
  /** Preferred visible width of a card, where there is height for more rows. */
  good: number;
  /** Maximum rows; exceeded only where `least` needs it. */
  rows: number;
  /** The most of a card that shows. */
  most: number;
  /** Gap between two suits. */
  gap: number;
  /** Whether cards stay where they lie when others leave the hand; else they spread out again. */
  steady: boolean;
  /** Whether the player prefers large cards. */
  large?: boolean;
}

/** The screen that a hand lies on. */
export interface Screen {
  shape: Shape;
  /** Maximum width of the hand, in pixels. */
  width: number;
  /** Maximum height in pixels that the hand may use to spread its cards. */
  tallest: number;
  /** Whether the player prefers large cards. */
  large: boolean;
  /** Scale of the cards in relation to a screen of usual size. */
  scale: number;
}

/** Padding above and below the cards, in pixels. */
const PADDING = 28;

/** Visible height of a row: enough for a finger, also where a chosen card below rises over it. */
export const rowStepOf = ({ card }: Pick<Room, "card">): number =>
  Math.max(54, Math.round(card * 0.82));

/** Least and greatest width of a card on a screen, in pixels. */
function sizesOn({ shape, large, scale }: Screen): [least: number, most: number] {
  if (shape === "flat") return large ? [54, 60] : [46, 52];
  if (shape === "wide") return [(large ? 104 : 84) * scale, (large ? 124 : 108) * scale];
  return large ? [66, 88] : [52, 74];
}

/** The room that a screen has for a hand of cards as large as these rows allow, or of the least. */
export function roomOn(screen: Screen, groups: SuitGroup[]): Room {
  const { shape, width, tallest, large, scale } = screen;
  const [least, most] = sizesOn(screen).map(Math.round) as [number, number];
  const of = (card: number): Room => ({
    width,
    card,
    // The index must show whole, and be wide enough for a finger.
    least: Math.max(24, card * (large ? 0.45 : 0.36)),
    good: shape === "tall" ? 32 : 0,
    rows: Math.min(2, 1 + Math.floor((tallest - PADDING - card * 1.4) / rowStepOf({ card }))),
    most: card + 4,
    gap: shape === "wide" ? 14 * scale : 4,
    steady: shape !== "wide",
    large,
  });
  for (const wanted of [1, 2, 3])
    for (let card = most; card >= least; card -= 3) {
      const room = of(card);
      const rows = rowsOf(groups, room).rows.length;
      const height = (rows - 1) * rowStepOf(room) + card * 1.4 + PADDING;
      if (rows <= wanted && (height <= tallest || card < least + 3)) return room;
    }
  return of(least);
}

/**
 * Distributes a hand over the fewest rows with room for it.
 *
 * A suit stays in a row where it fits. More rows are used while there is height and the cards are
 * closer than preferred. Suits are cut where whole suits need more rows than the cards.
 */
export function rowsOf(groups: SuitGroup[], room: Room): Rows {
  if (groups.length === 0) return { rows: [], strip: room.most };
  for (let count = 1; ; count++) {
    const whole = spread(groups, count, room);
    const strip = stripOf(whole, room);
    const good = Math.min(room.most, Math.max(room.good, room.least));
    const enough = count >= room.rows ? room.least : good;
    if (strip >= enough) return { rows: whole, strip };
    const size = Math.ceil(cardsIn(groups) / count);
    const cut = spread(pieces(groups, size), count, room);
    if (stripOf(cut, room) >= enough || size === 1)
      return strip >= room.least
        ? { rows: whole, strip }
        : { rows: cut, strip: stripOf(cut, room) };
  }
}

/** A hand as it was laid out before, with the room that it was laid out for. */
export interface Laid extends Rows {
  room: Room;
  /** Left offset of each row, in pixels. */
  starts: number[];
}

/**
 * Lays a hand out so that it changes as little as can be from how it lies.
 *
 * As long as cards are only played, each stays in its row, until the hand fits on fewer of them.
 *
 * @param before how it lies; null where nothing does.
 */
export function layAgain(before: Laid | null, groups: SuitGroup[], room: Room): Laid {
  const fresh = rowsOf(groups, room);
  const kept = before && sameSize(before.room, room) ? keptRows(before, groups) : null;
  if (!before || !kept || fresh.rows.length < kept.length) return laid(fresh, room);
  if (fresh.strip >= before.strip * SPREAD || room.card >= before.room.card * GROWN)
    return laid(fresh, room);
  return room.steady
    ? { ...before, rows: kept }
    : laid({ rows: kept, strip: stripOf(kept, room) }, room);
}

const laid = (rows: Rows, room: Room): Laid => ({ ...rows, room, starts: startsOf(rows, room) });

const sameSize = (one: Room, other: Room): boolean =>
  (["width", "gap", "large"] as const).every((size) => one[size] === other[size]);

/** How many times as much of each card shows, or as wide it is, before steady cards move for it. */
const [SPREAD, GROWN] = [1.6, 1.2];

/** The rows without the played cards; null for a different hand. */
function keptRows(before: Rows, groups: SuitGroup[]): SuitGroup[][] | null {
  const suits = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, at] as const)));
  const rows = before.rows.map((row) =>
    row.map((group) => group.filter(({ id }) => suits.has(id))).filter((group) => group.length > 0),
  );
  const [lies, now] = [rows.flat(2), groups.flat()];
  const same = lies.length === now.length && lies.every(({ id }, i) => id === now[i]!.id);
  const whole = rows
    .flat()
    .every((group) => group.every(({ id }) => suits.get(id) === suits.get(group[0]!.id)));
  return same && whole && rows.every((row) => row.length > 0) ? rows : null;
}

/** Left offsets of centred rows. */
function startsOf({ rows, strip }: Rows, room: Room): number[] {
  return rows.map((row) => (room.width - widthOf(row, strip, room)) / 2);
}

const widthOf = (row: SuitGroup[], strip: number, room: Room): number =>
  (cardsIn(row) - 1) * strip + (row.length - 1) * room.gap + room.card;

/** The suits cut where rows of `size` cards would end, so that rows come out equally long. */
function pieces(groups: SuitGroup[], size: number): SuitGroup[] {
  let free = size;
  const found: SuitGroup[] = [];
  for (const group of groups) {
    let rest = group;
    while (rest.length > free) {
      if (free > 0) found.push(rest.slice(0, free));
      rest = rest.slice(free);
      free = size;
    }
    if (rest.length > 0) found.push(rest);
    free -= rest.length;
  }
  return found;
}

/** Distributes groups in order over at most `count` rows, so that the most of each card shows. */
function spread(groups: SuitGroup[], count: number, room: Room): SuitGroup[][] {
  if (count === 1) return [groups];
  const before = [0];
  for (const { length } of groups) before.push(before.at(-1)! + length);
  /** Visible width of a row from one group to another. */
  const shown = (from: number, to: number): number =>
    stripFor(before[to]! - before[from]!, to - from, room);
  // No more shows anywhere than where each group has a row of its own.
  const most = Math.min(...groups.map((_, at) => shown(at, at + 1)));
  const strips = [most];
  for (let from = 0; from < groups.length; from++)
    for (let to = from + 2; to <= groups.length; to++) strips.push(shown(from, to));
  let tried = 0;
  for (const strip of strips.sort((one, other) => other - one)) {
    if (strip > most || strip === tried) continue;
    tried = strip;
    const rows = [0];
    for (let at = 1; at < groups.length; at++)
      if (shown(rows.at(-1)!, at + 1) < strip) rows.push(at);
    if (rows.length <= count)
      return rows.map((from, row) => groups.slice(from, rows[row + 1] ?? groups.length));
  }
  return [groups];
}

const cardsIn = (row: SuitGroup[]): number => row.reduce((sum, group) => sum + group.length, 0);

/** Visible width of each card, for a number of cards and suits in a row. */
function stripFor(cards: number, suits: number, room: Room): number {
  const free = room.width - room.card - room.gap * (suits - 1);
  const strip = cards <= 1 ? room.most : Math.min(room.most, free / (cards - 1));
  return Math.max(1, Math.floor(strip * 4) / 4);
}

const stripOf = (rows: SuitGroup[][], room: Room): number =>
  Math.min(...rows.map((row) => stripFor(cardsIn(row), row.length, room)));

/** A direction in which the keyboard moves among the cards. */
export type Step = "left" | "right" | "up" | "down" | "first" | "last";

/** The card reached by a step; the same card at the end of the hand. */
export function stepFrom(rows: SuitGroup[][], id: string | null, step: Step): string | null {
  const lines = rows.map((row) => row.flat());
  const all = lines.flat();
  const at = all.findIndex((held) => held.id === id);
  const target = (index: number): string | null =>
    all[Math.max(0, Math.min(all.length - 1, index))]?.id ?? null;
  if (at < 0) return target(step === "last" ? all.length - 1 : 0);
  if (step === "first" || step === "last") return target(step === "first" ? 0 : all.length - 1);
  if (step === "left" || step === "right") return target(at + (step === "right" ? 1 : -1));
  const row = lines.findIndex((line) => line.some((held) => held.id === id));
  const other = lines[row + (step === "down" ? 1 : -1)];
  const from = lines[row]!;
  if (!other) return id;
  const share = from.findIndex((held) => held.id === id) / Math.max(1, from.length - 1);
  return other[Math.round(share * (other.length - 1))]?.id ?? id;
}

/** The ranks that keys stand for; `b` goes to the Jokers. */
const KEY_RANKS: Record<string, Rank | "joker"> = {
  "0": "10",
  "1": "10",
  "2": "2",
  "3": "3",
  "4": "4",
  "5": "5",
  "6": "6",
  "7": "7",
  "8": "8",
  "9": "9",
  j: "J",
  q: "Q",
  k: "K",
  a: "A",
  b: "joker",
};

/** The next card of the rank that a key names, round the hand; `null` when there is none. */
export function jumpTo(groups: SuitGroup[], id: string | null, key: string): string | null {
  const wanted = KEY_RANKS[key.toLowerCase()];
  if (!wanted) return null;
  const all = groups.flat();
  const at = all.findIndex((held) => held.id === id);
  const turned = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  const fits = (card: Card): boolean => (faceOf(card).rank ?? "joker") === wanted;
  return turned.find((held) => fits(held.card))?.id ?? null;
}

/** The position of a card in the hand's area, in pixels. */
export interface Place {
  held: HeldCard;
  x: number;
  y: number;
}

/** Stacks the rows. */
export function placesIn({ rows, strip, starts, room }: Laid, rowStep: number): Place[] {
  return rows.flatMap((row, line) => {
    let x = starts[line] ?? 0;
    const y = line * rowStep;
    return row.flatMap((group, i) => {
      if (i > 0) x += room.gap;
      return group.map((held) => {
        const place = { held, x, y };
        x += strip;
        return place;
      });
    });
  });
}
