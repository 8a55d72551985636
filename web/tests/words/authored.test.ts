// @vitest-environment node
/** The words against the sources: what is authored is used, and nothing is said besides. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { type AST, parse } from "svelte/compiler";
import { expect, test } from "vitest";

import { TEXTS as ACCOUNT } from "../../src/words/generated/account.en";
import { TEXTS as ADMIN } from "../../src/words/generated/admin.en";
import { TEXTS as MAIN } from "../../src/words/generated/en";
import { TEXTS as HISTORY } from "../../src/words/generated/history.en";
import { TEXTS as MODERATION } from "../../src/words/generated/moderation.en";
import { TEXTS as RATED } from "../../src/words/generated/rated.en";

const TEXTS = { ...MAIN, ...ACCOUNT, ...ADMIN, ...HISTORY, ...MODERATION, ...RATED };

const SRC = join(import.meta.dirname, "../../src");

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !file.includes("generated"))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

/** The markup of each component, which takes a while to read. */
const components = sources
  .filter(({ file }) => file.endsWith(".svelte"))
  .map(({ file, text }) => ({ file, text, markup: markupOf(text) }));

test("every word is used", () => {
  const all = sources.map((source) => source.text).join("\n");
  const named = new Set([...all.matchAll(/["'`]([a-z]+\.[a-z0-9_]+)["'`]/g)].map(([, key]) => key));
  const begun = [...all.matchAll(/`([a-z]+\.[a-z0-9_]*)\$\{/g)].map(([, start]) => start!);
  const unused = Object.keys(TEXTS).filter(
    (key) => !named.has(key) && !begun.some((start) => key.startsWith(start)),
  );
  expect(unused).toEqual([]);
});

test("nothing is said that is not among the words", () => {
  const said = components.flatMap(({ file, markup }) =>
    visible(markup).map((words) => `${file}: ${words}`),
  );
  expect(said).toEqual([]);
});

test("sentences are joined as each language does", () => {
  const side = components.flatMap(({ file, text, markup }) =>
    sideBySide(text, markup).map((words) => `${file}: ${words}`),
  );
  const spaced = sources
    .filter(({ file }) => file.endsWith(".ts"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\} \$\{(t|inLanguage)\(/g)].map(([found]) => `${file}: ${found}`),
    );
  expect([...side, ...spaced]).toEqual([]);
  const fault = '<p>{t("a")}\n{#if b}{inLanguage(b)}{/if}</p>';
  expect(sideBySide(fault)).toEqual(['t("a") inLanguage(b)']);
  expect(sideBySide('{#if a}{t("a")}{:else}{t("b")}{/if}<b>{t("c")}</b>')).toEqual([]);
});

function markupOf(source: string): AST.Fragment {
  return parse(source, { modern: true }).fragment;
}

/** Sentences with a space between them, which there is none of in Chinese; `joined` knows that. */
function sideBySide(source: string, markup = markupOf(source)): string[] {
  const found: string[] = [];
  const said = (node: AST.Fragment["nodes"][number] | undefined): string | null => {
    if (node?.type === "IfBlock") return said(solid(node.consequent)[0]);
    if (node?.type !== "ExpressionTag") return null;
    const words = source.slice(node.start + 1, node.end - 1);
    return /^(t|inLanguage)\(/.test(words) ? words : null;
  };
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    if ("type" in node && node.type === "Fragment") {
      const nodes = solid(node as AST.Fragment);
      nodes.forEach((one, at) => {
        const [before, after] = [said(one), said(nodes[at + 1])];
        if (before && after && one.end < nodes[at + 1]!.start) found.push(`${before} ${after}`);
      });
    }
    Object.values(node).forEach(walk);
  };
  walk(markup);
  return found;
}

/** The nodes of a fragment without the space between them. */
const solid = ({ nodes }: AST.Fragment): AST.Fragment["nodes"] =>
  nodes.filter((node) => node.type !== "Comment" && !(node.type === "Text" && !node.data.trim()));

/** Attributes whose text somebody reads or hears. */
const HEARD = new Set(["title", "label", "aria-label", "placeholder", "alt", "note"]);

/** The texts with letters that stand in a component's markup as they are. */
function visible(markup: AST.Fragment): string[] {
  const found: string[] = [];
  const note = (text: string): void => {
    if (/\p{L}/u.test(text)) found.push(text.trim());
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    if (node.type === "StyleDirective") return;
    if (node.type === "Text") note((node as AST.Text).data);
    else if (node.type === "Attribute") attribute(node as AST.Attribute);
    else Object.values(node).forEach(walk);
  };
  const attribute = ({ name, value }: AST.Attribute): void => {
    if (!HEARD.has(name) || !Array.isArray(value)) return;
    for (const part of value) if (part.type === "Text") note(part.data);
  };
  walk(markup);
  return found;
}
