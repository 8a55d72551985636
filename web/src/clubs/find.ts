/** Find members by a few letters: of the name, or the initials of its pinyin. */
import type { ClubMember } from "../wire";

const CHINESE = /\p{Script=Han}/u;
/** The first character of each initial in the order of pinyin, and the initials. */
const FIRST = "阿八嚓搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝";
const INITIALS = "abcdefghjklmnopqrstwxyz";
const byPinyin = new Intl.Collator("zh-Hans-CN-u-co-pinyin");

/** A name by the initials of its characters: `王小明` is `wxm`. */
export function initialsOf(name: string): string {
  return [...name]
    .map((one) => {
      if (!CHINESE.test(one)) return one;
      const after = [...FIRST].findIndex((first) => byPinyin.compare(one, first) < 0);
      return INITIALS.at(after < 0 ? -1 : Math.max(after - 1, 0));
    })
    .join("");
}

/** Whether a name has some letters: at the start of a word, anywhere, or as initials. */
export function fits(name: string, letters: string): boolean {
  const wanted = letters.trim().toLowerCase();
  const said = name.toLowerCase();
  const words = said.split(/[^\p{L}\p{N}]+/u).map((word) => word.slice(0, 1));
  return [said, words.join(""), initialsOf(said)].some((one) => one.includes(wanted));
}

/** A member with the lines that count for them. */
export interface Whole {
  readonly line: ClubMember;
  readonly parts: readonly ClubMember[];
}

/** The members, each with the lines merged into theirs, in the order of the lines. */
export function wholes(lines: readonly ClubMember[]): readonly Whole[] {
  const byId = new Map(lines.map((line) => [line.member, line]));
  const root = (line: ClubMember): ClubMember => {
    const next = line.merged === null ? undefined : byId.get(line.merged);
    return next ? root(next) : line;
  };
  return lines
    .filter(({ merged }) => merged === null || !byId.has(merged))
    .map((line) => ({
      line,
      parts: lines.filter((other) => other !== line && root(other) === line),
    }));
}

/** The members with some letters in a name of theirs; those whose name begins with them first. */
export function found(members: readonly Whole[], letters: string): readonly Whole[] {
  const wanted = letters.trim().toLowerCase();
  const ranked = members.filter(({ line, parts }) =>
    [line, ...parts].some(({ name }) => fits(name, wanted)),
  );
  const begins = ({ line }: Whole): number => Number(line.name.toLowerCase().startsWith(wanted));
  return ranked.sort((one, other) => begins(other) - begins(one));
}

/** The ids under which a member may be in a night. */
export const idsOf = ({ line, parts }: Whole): ReadonlySet<string> =>
  new Set(
    [line, ...parts].flatMap((one) => [one.member, one.account ?? one.member, ...one.persons]),
  );
