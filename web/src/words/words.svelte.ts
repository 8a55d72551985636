/**
 * The words of the site. `t(key, parameters)` gives a text in the language of the site, and what
 * shows it changes with the language by itself. A language is loaded when it is first wanted.
 *
 * Texts are authored in `web/words/<area>.toml`, and `python -m web.make_words` brings them here.
 */
import type { Text, Tongue } from "../wire";
import { APART } from "./generated/apart";
import type { Apart, Key, Parameters } from "./generated/keys";

export type { Apart, Key, Parameters, Tongue };

/** The languages, with their own names. */
export const LANGUAGES: readonly { language: Tongue; name: string; short: string }[] = [
  { language: "en", name: "English", short: "EN" },
  { language: "zh-Hans", name: "简体中文", short: "简" },
  { language: "zh-Hant", name: "繁體中文", short: "繁" },
];

type Texts = Readonly<Partial<Record<Key, string>>>;

const LOADERS: Record<Tongue, () => Promise<{ TEXTS: Texts }>> = {
  en: () => import("./generated/en"),
  "zh-Hans": () => import("./generated/zh-Hans"),
  "zh-Hant": () => import("./generated/zh-Hant"),
};

let shown = $state.raw<{ language: Tongue; texts: Texts | null }>({ language: "en", texts: null });
let wanted: Tongue = "en";
/** Number of requests for a language; the latest wins. */
let asked = 0;
/** The separately loaded areas that are in use. */
const needed = new Set<Apart>();

/** The language of the site. */
export function language(): Tongue {
  return shown.language;
}

/**
 * Change the language of the site, once it is loaded.
 *
 * @param next - the language; if it cannot be loaded, the site stays as it is.
 */
export async function speak(next: Tongue): Promise<void> {
  wanted = next;
  const turn = ++asked;
  const loads = [LOADERS[next], ...[...needed].map((area) => APART[area][next])];
  const parts = await Promise.all(loads.map((load) => load()));
  if (turn !== asked) return; // the person has already chosen another
  shown = { language: next, texts: Object.assign({}, ...parts.map(({ TEXTS }) => TEXTS)) as Texts };
  document.documentElement.lang = next;
}

/**
 * Load the words of an area, in the language of the site and in each that is chosen later.
 */
export async function learn(area: Apart): Promise<void> {
  if (needed.has(area)) return;
  needed.add(area);
  try {
    await speak(wanted);
  } catch (fault) {
    needed.delete(area);
    throw fault;
  }
}

/** A lazily loaded module, once the words of its areas are loaded, too. */
export async function spoken<P>(part: Promise<P>, ...areas: Apart[]): Promise<P> {
  await Promise.all([part, ...areas.map(learn)]);
  return part;
}

/** Preload a module and the words of its areas. */
export function beforehand(part: Promise<unknown>, ...areas: Apart[]): void {
  const words = areas.map((area) => APART[area][wanted]());
  void Promise.all([part, ...words]).catch(() => undefined);
}

/** A text into which nothing is put. */
export type PlainKey = { [K in Key]: Parameters[K] extends null ? K : never }[Key];

type Arguments<K extends Key> = Parameters[K] extends null ? [] : [parameters: Parameters[K]];

/**
 * A text in the language of the site.
 *
 * @param key - `area.key`, as authored.
 * @param given - values for the placeholders; `count` also selects singular or plural.
 */
export function t<K extends Key>(key: K, ...given: Arguments<K>): string {
  const text = shown.texts?.[key] ?? "";
  const parameters = given[0] as Record<string, string | number> | undefined;
  return parameters ? filled(oneOrMany(text, parameters["count"]), parameters) : text;
}

/** Sentences in a row, without empty ones; in Chinese there is no space between them. */
export function joinSentences(
  ...sentences: readonly (string | false | null | undefined)[]
): string {
  return sentences.filter(Boolean).join(shown.language === "en" ? " " : "");
}

/** A text of the server, in the language of the site. */
export function inLanguage(words: Text): string {
  return words[shown.language];
}

function oneOrMany(text: string, count: string | number | undefined): string {
  const bar = text.indexOf("|");
  if (bar < 0) return text;
  return count === 1 ? text.slice(0, bar) : text.slice(bar + 1);
}

function filled(text: string, parameters: Record<string, string | number>): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}

/**
 * The site language that suits the reader best.
 *
 * @param languages - the reader's languages in the browser, best first.
 */
export function suiting(languages: readonly string[]): Tongue {
  for (const tag of languages) {
    const [first, ...rest] = tag.toLowerCase().split("-");
    if (first === "en") return "en";
    if (first === "zh" || first === "yue") {
      const traditional = first === "yue" || rest.some((part) => TRADITIONAL.has(part));
      return traditional && !rest.includes("hans") ? "zh-Hant" : "zh-Hans";
    }
  }
  return "en";
}

const TRADITIONAL = new Set(["hant", "tw", "hk", "mo"]);
