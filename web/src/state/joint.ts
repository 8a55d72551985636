/** Verification of deals that shares decide (docs/deals.md), as `shengji.game.joint` makes them. */
import { packOf, RANKS } from "../cards/pack";
import type { Card, DealRequest, JointDeal, RulesState, SeatShare } from "../wire";

type Reason = NonNullable<SeatShare["why"]>;
type Drawer = Exclude<DealRequest["first"], number>;
const REASONS: Record<Reason, 1> = { bot: 1, away: 1, none: 1, out: 1, limit: 1 };
const DRAWERS: Record<Drawer, 1> = { counted: 1, "counted-ace-one": 1, random: 1 };

/** Cryptography in plain scripts, since browsers have their own over HTTPS alone. */
export interface Hashing {
  /** SHA-256 of a text, in hex. */
  readonly hash: (text: string) => string;
  /** A new random share, in hex. */
  readonly newShare: () => string;
  /** The commitment to a share: SHA-256 of its bytes, in hex. */
  readonly commitmentTo: (share: string) => string;
  /** 8,160 bytes of HKDF-SHA-256 with 32 zero bytes as salt. */
  readonly stream: (secret: string, info: string) => Uint8Array;
}

export async function loadHashing(): Promise<Hashing> {
  const [{ sha256 }, { hkdf }, { bytesToHex, hexToBytes, utf8ToBytes }] = await Promise.all([
    import("@noble/hashes/sha2.js"),
    import("@noble/hashes/hkdf.js"),
    import("@noble/hashes/utils.js"),
  ]);
  return {
    hash: (text) => bytesToHex(sha256(utf8ToBytes(text))),
    newShare: () => bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
    commitmentTo: (share) => bytesToHex(sha256(hexToBytes(share))),
    stream: (secret, info) =>
      hkdf(sha256, hexToBytes(secret), new Uint8Array(32), utf8ToBytes(info), 255 * 32),
  };
}

/**
 * A request as one line: all that the seed is bound to, except for the shares.
 *
 * @param table - SHA-256 of the table's id, in hex.
 */
export function lineOf(request: DealRequest, table: string): string {
  const seats = request.seats.map(({ why, commitment }) => why ?? commitment ?? "").join(",");
  return [
    "shengji-deal-1",
    `request=${request.number}`,
    `table=${table}`,
    `match=${request.match}`,
    `hand=${request.hand}`,
    `deal=${request.deal}`,
    `first=${request.first}`,
    `rules=${request.rules}`,
    `previous=${request.previous ?? "-"}`,
    `server=${request.server}`,
    `seats=${seats}`,
  ].join(" ");
}

const isDigest = (text: unknown): boolean =>
  typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/**
 * Whether a request is sound, so that its line states all of it: of each seat a commitment or the
 * reason why there is none, and a share only beside its commitment.
 */
export function isSound(request: DealRequest): boolean {
  const { number, match, hand, deal, first, rules, previous, server, seats } = request;
  return (
    [number, match, hand, deal].every((one) => Number.isInteger(one) && one > 0) &&
    (Number.isInteger(first) || Object.hasOwn(DRAWERS, first)) &&
    [rules, server, previous ?? server].every(isDigest) &&
    seats.every(({ commitment, why, share }) =>
      why === null
        ? isDigest(commitment) && (share === null || isDigest(share))
        : Object.hasOwn(REASONS, why) && commitment === null && share === null,
    )
  );
}

/** The deal of a hand, as far as it is known when the hand is over. */
interface Shown {
  /** SHA-256 of the table's id, in hex. */
  readonly table: string;
  readonly rules: Pick<RulesState, "decks" | "removed" | "players">;
  readonly deck: readonly Card[];
  /** The Dealer before the draw; null: the draw decides. */
  readonly dealer: number | null;
  readonly first: number;
  readonly turned: readonly Card[];
  readonly serverShare: string;
}

/**
 * Whether all shares fit their commitments, the requests follow each other, and deck, turned cards and
 * first drawer follow from the shares.
 */
export function isJoint(made: JointDeal, shown: Shown, hashing: Hashing): boolean {
  const { request, given_up = [] } = made;
  const chain = [...given_up, request];
  if (request.seats.length !== shown.rules.players) return false;
  const isFixed = request.deal > 1 || shown.dealer !== null;
  if (isFixed !== (typeof request.first === "number")) return false;
  const fits = (one: DealRequest, serverShare: string | null) =>
    isSound(one) &&
    isDigest(serverShare) &&
    hashing.commitmentTo(serverShare!) === one.server &&
    one.seats.every(
      ({ share, commitment }) => !share || hashing.commitmentTo(share) === commitment,
    );
  if (!chain.every((one) => fits(one, one === request ? shown.serverShare : one.server_share)))
    return false;
  const isComplete = ({ seats }: DealRequest) => seats.every(({ share, why }) => share || why);
  if (!isComplete(request)) return false;

  const isFirst = request.match === 1 && request.deal === 1;
  const follows = chain.every((one, at) => {
    const before = chain[at - 1];
    if (!before) return !isFirst || (one.number === 1 && one.previous === null);
    // All shares were there, so only the end of the match before gives the request up.
    if (isComplete(before) && (before.match >= one.match || request.deal > 1)) return false;
    const digest = hashing.hash(lineOf(before, shown.table));
    return one.number === before.number + 1 && one.previous === digest;
  });
  if (!follows) return false;

  const secret = [shown.serverShare, ...request.seats.map(({ share }) => share ?? "")].join("");
  const below = numbers(hashing.stream(secret, lineOf(request, shown.table)));
  const deck = inOrder(packOf(shown.rules));
  for (let place = deck.length - 1; place > 0; place--) {
    const other = below(place + 1);
    [deck[place], deck[other]] = [deck[other]!, deck[place]!];
  }
  const { turned, first } = drawerOf(request, deck, below);
  return (
    first === shown.first &&
    deck.join() === shown.deck.join() &&
    turned.join() === shown.turned.join()
  );
}

/** The first drawer of a deal, and the cards turned up to count to them (Z21 §3.5.3). */
function drawerOf(
  { first, seats }: DealRequest,
  deck: readonly Card[],
  below: (bound: number) => number,
): { turned: Card[]; first: number } {
  const turned: Card[] = [];
  if (typeof first === "number") return { turned, first };
  if (first === "random") return { turned, first: below(seats.length) };
  for (;;) {
    const card = deck[below(deck.length)]!;
    turned.push(card);
    const place = RANKS.findIndex((rank) => rank === card.slice(0, -1));
    const counts = place >= 0 && (RANKS[place] !== "A" || first === "counted-ace-one");
    // A Two counts as 1 from the shuffler on, and an Ace as 0.
    if (counts) return { turned, first: ((place + 1) % RANKS.length) % seats.length };
  }
}

/** Numbers below a bound, without bias, from 32 bits each. */
function numbers(stream: Uint8Array): (bound: number) => number {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let at = 0;
  return (bound) => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = view.getUint32(at);
      at += 4;
      if (word < limit) return word % bound;
    }
  };
}

/** Cards in the order of `shengji.cards.Card.index`. */
function inOrder(cards: readonly Card[]): Card[] {
  const kinds = [...new Set(packOf({ decks: 1, removed: [] }))];
  return [...cards].sort((one, other) => kinds.indexOf(one) - kinds.indexOf(other));
}
