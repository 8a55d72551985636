import { expect, it } from "vitest";

import { fits, found, idsOf, initialsOf, wholes } from "../../src/clubs/find";
import type { ClubMember } from "../../src/wire";

const line = (member: string, name: string, more: Partial<ClubMember> = {}): ClubMember =>
  ({ member, name, merged: null, account: null, persons: [], ...more }) as ClubMember;

it("takes a name by two letters: in it, of its words, or of its pinyin", () => {
  expect(initialsOf("王小明")).toBe("wxm");
  expect(initialsOf("阿杰 Lee")).toBe("aj Lee");
  for (const letters of ["wx", "xm", "小明", "王"]) expect(fits("王小明", letters)).toBe(true);
  for (const letters of ["an", "AK", "kr"]) expect(fits("Anna Kreuz", letters)).toBe(true);
  for (const letters of ["zz", "nk"]) expect(fits("Anna Kreuz", letters)).toBe(false);
  expect(fits("Anna", " ")).toBe(true);
});

it("puts those first whose name begins so, and finds a member by a merged line", () => {
  const members = wholes([
    line("a", "Hanna"),
    line("b", "Anna"),
    line("c", "Bo"),
    line("d", "Annika", { merged: "c" }),
    line("e", "Ann", { merged: "d" }),
  ]);
  expect(members.map(({ parts }) => parts.length)).toEqual([0, 0, 2]);
  expect(found(members, "an").map((one) => one.line.member)).toEqual(["b", "a", "c"]);
});

it("knows a member by every id of every line of theirs", () => {
  const [one] = wholes([
    line("a", "Ann", { account: "acc", persons: ["acc"] }),
    line("b", "Annie", { merged: "a", persons: ["guest-1"] }),
  ]);
  expect([...idsOf(one!)].sort()).toEqual(["a", "acc", "b", "guest-1"]);
});
