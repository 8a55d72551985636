import { expect, test } from "vitest";

import {
  matchFilterToRequest,
  countConditions,
  matchFilterFromQuery,
  type MatchFilter,
  matchFilterToQuery,
} from "../../src/history/matchFilter";
import { FIELDS } from "../../src/history/matchFilter.fields";

const ALL: MatchFilter = {
  person: "Ann_-1",
  company: "Bob",
  game: "land",
  rated: false,
  since: "2026-01-31",
  until: "2026-02-01",
  feat: "trump-none",
};

/** Each value of each list, alone. */
const CHOSEN: MatchFilter[] = FIELDS.flatMap(({ name, values = [] }) =>
  values.filter(({ value }) => value !== null).map(({ value }) => ({ [name]: value })),
);

test.each<MatchFilter>([{}, { person: null }, ALL, ...CHOSEN])(
  "what is wanted is read from the address as it was written: %j",
  (wanted) => {
    expect(matchFilterFromQuery(matchFilterToQuery(wanted))).toEqual(wanted);
  },
);

test.each(["", "game=chess", "rated=maybe", "since=yesterday", "feat=flew", "person=", "x=%"])(
  "what cannot be read is left out: %j",
  (query) => {
    expect(matchFilterFromQuery(query)).toEqual({});
  },
);

test("the server is asked for one's own matches unless others are wanted", () => {
  expect(matchFilterToRequest({}, "me")).toBe("person=me");
  expect(matchFilterToRequest({ person: "Ann" }, "me")).toBe("person=Ann");
  expect(matchFilterToRequest({ person: null, feat: "dealer" }, "me")).toBe("");
});

test("a day is the whole day where the reader is", () => {
  const asked = new URLSearchParams(matchFilterToRequest(ALL, "me"));
  expect(Number(asked.get("since"))).toBe(new Date(2026, 0, 31).getTime());
  expect(Number(asked.get("until"))).toBe(new Date(2026, 1, 2).getTime());
  expect(Object.fromEntries(asked)).toMatchObject({
    person: "Ann_-1",
    with: "Bob",
    game: "land",
    rated: "false",
    feat: "trump-none",
  });
});

test("whose matches these are is no filter", () => {
  expect(countConditions({ person: "Ann" })).toBe(0);
  expect(countConditions(ALL)).toBe(6);
});
