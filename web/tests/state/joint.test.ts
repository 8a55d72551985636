/** Deals that shares decide, by the test vectors of `tests/game/test_joint.py`. */
import { expect, it } from "vitest";

import { isJoint, lineOf, loadHashing } from "../../src/state/joint";
import type { Card, DealRequest, JointDeal } from "../../src/wire";
import vectors from "../fixtures/joint.json";

const hashing = await loadHashing();

for (const vector of vectors) {
  const made = vector.shares as JointDeal;
  const shown = {
    table: hashing.hash(vector.table),
    rules: { ...(vector.rules as { decks: number; removed: Card[] }), players: 4 },
    deck: vector.deck as Card[],
    dealer: null,
    first: vector.first,
    turned: vector.turned as Card[],
    serverShare: vector.server_share,
  };
  const with_ = (request: Partial<DealRequest>): JointDeal => ({
    ...made,
    request: { ...made.request, ...request },
  });

  it(`follows from its shares: ${vector.name}`, () => {
    expect(lineOf(made.request, shown.table)).toBe(vector.line);
    expect(isJoint(made, shown, hashing)).toBe(true);
  });

  it(`is wrong with one thing changed: ${vector.name}`, () => {
    const nines = "9".repeat(64);
    const [first, ...others] = made.request.seats;
    const swapped = [shown.deck[1]!, shown.deck[0]!, ...shown.deck.slice(2)];
    const lost = { ...made.given_up[0]!, server_share: nines };
    const [given, ...rest] = made.given_up[0]!.seats;
    const complete = { ...made.given_up[0]!, seats: [{ ...given!, why: "out" as const }, ...rest] };
    for (const [other, told] of [
      [with_({ seats: [{ ...first!, share: nines }, ...others] }), shown],
      [with_({ seats: [{ ...first!, share: null }, ...others] }), shown],
      [with_({ seats: [...others, first!] }), shown],
      [with_({ number: 3 }), shown],
      [with_({ previous: nines }), shown],
      [with_({ rules: nines }), shown],
      [with_({ first: (shown.first + 1) % 4 }), shown],
      [with_({ seats: [first!, ...others, others[0]!] }), shown],
      [{ ...made, given_up: [lost] }, shown],
      [{ ...made, given_up: [complete] }, shown],
      [made, { ...shown, serverShare: nines }],
      [made, { ...shown, deck: swapped }],
      [made, { ...shown, first: (shown.first + 1) % 4 }],
      [made, { ...shown, turned: [...shown.turned, shown.deck[0]!] }],
      [made, { ...shown, table: "9".repeat(64) }],
    ] as const)
      expect(isJoint(other, told, hashing)).toBe(false);
    const hiding = { ...made, given_up: [] };
    expect(isJoint(hiding, shown, hashing)).toBe(made.request.match > 1);
  });

  it(`ends a match, and fixes the first drawer, only where that can be: ${vector.name}`, () => {
    const shares = made.request.seats.map(({ share }) => share ?? "");
    const stream = hashing.stream(vector.server_share + shares.join(""), vector.line);
    const [, ...others] = made.given_up[0]!.seats;
    const out = { commitment: null, share: null, why: "out" as const };
    const complete = { ...made.given_up[0]!, match: 1, seats: [out, ...others] };
    const previous = hashing.hash(lineOf(complete, shown.table));
    const isFixed = typeof made.request.first === "number";
    for (const [match, deal, dealer, right] of [
      [2, 1, isFixed ? 0 : null, true],
      [2, 1, isFixed ? null : 0, false],
      [1, 1, isFixed ? 0 : null, false],
      [2, 4, isFixed ? 0 : null, false],
    ] as const) {
      const other = { ...with_({ match, deal, previous }), given_up: [complete] };
      expect(isJoint(other, { ...shown, dealer }, { ...hashing, stream: () => stream })).toBe(
        right,
      );
    }
  });
}
