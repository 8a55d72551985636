import { expect, test } from "vitest";

import {
  askedFor,
  countWanted,
  readWanted,
  type Wanted,
  writeWanted,
} from "../../src/history/wanted";
import { FIELDS } from "../../src/history/wanted.fields";

const ALL: Wanted = {
  person: "Ann_-1",
  company: "Bob",
  game: "land",
  rated: false,
  since: "2026-01-31",
  until: "2026-02-01",
  feat: "trump-none",
};

/** Each value of each list, alone. */
const CHOSEN: Wanted[] = FIELDS.flatMap(({ name, values = [] }) =>
  values.filter(({ value }) => value !== null).map(({ value }) => ({ [name]: value })),
);

test.each<Wanted>([{}, { person: null }, ALL, ...CHOSEN])(
  "what is wanted is read from the address as it was written: %j",
  (wanted) => {
    expect(readWanted(writeWanted(wanted))).toEqual(wanted);
  },
);

test.each(["", "game=chess", "rated=maybe", "since=yesterday", "feat=flew", "person=", "x=%"])(
  "what cannot be read is left out: %j",
  (query) => {
    expect(readWanted(query)).toEqual({});
  },
);

test("the server is asked for one's own matches unless others are wanted", () => {
  expect(askedFor({}, "me")).toBe("person=me");
  expect(askedFor({ person: "Ann" }, "me")).toBe("person=Ann");
  expect(askedFor({ person: null, feat: "dealer" }, "me")).toBe("");
});

test("a day is the whole day where the reader is", () => {
  const asked = new URLSearchParams(askedFor(ALL, "me"));
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
  expect(countWanted({ person: "Ann" })).toBe(0);
  expect(countWanted(ALL)).toBe(6);
});
