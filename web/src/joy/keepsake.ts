/** The picture of a match to keep or to share: an SVG, and a PNG of it. */
import { art } from "../cards/art";
import { faceOf as faceOfCard } from "../cards/cards";
import { rungsOf, type Climber, type Heights } from "../ladder/ladder";
import { hueOf, initial } from "../people/faces.svelte";
import type { Card } from "../wire";

/** Width and height of the picture. */
export const SIZE = 1080;

/** A player in the picture. */
export interface Portrait {
  readonly id: string;
  readonly name: string;
  readonly won: boolean;
  /** The chosen picture: its ground, and shapes of 64 by 64; null: the initial. */
  readonly picture: { ground: string; shapes: readonly (readonly [string, string])[] } | null;
}

/** What the picture shows. */
export interface Keepsake {
  readonly site: string;
  readonly headline: string;
  readonly players: readonly Portrait[];
  readonly rules: Heights;
  readonly climbers: readonly (Climber & { name: string; won: boolean })[];
  /** The best play, in words and cards; null: none is known. */
  readonly best: { words: string; cards: readonly Card[] } | null;
}

/** Maximum cards and characters of the best play, and of a name and of names. */
const CARDS = 10;
const WORDS = 56;
const NAME = 12;
const NAMES = 24;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const short = (text: string, most: number): string => {
  const signs = [...text];
  return signs.length > most ? `${signs.slice(0, most - 1).join("")}…` : text;
};

/** The colour of a role, as the page shows it now. */
const role = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function text(words: string, x: number, y: number, size: number, more = ""): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" ${more}>${escaped(words)}</text>`;
}

function portrait({ id, name, won, picture }: Portrait, x: number, y: number, r: number): string {
  const inside = picture
    ? `<svg x="${x - r}" y="${y - r}" width="${2 * r}" height="${2 * r}" viewBox="0 0 64 64"><clipPath id="round"><circle cx="32" cy="32" r="32"/></clipPath><g clip-path="url(#round)"><path fill="${picture.ground}" d="M0 0h64v64H0z"/>${picture.shapes.map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`).join("")}</g></svg>`
    : `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${hueOf(id)} 42% 30%)"/>${text(initial(name), x, y + r * 0.36, r, `fill="${role("card-face")}" font-weight="600"`)}`;
  const ring = `<circle cx="${x}" cy="${y}" r="${r + 7}" fill="none" stroke="${role(won ? "on-felt-gold" : "felt-line")}" stroke-width="${won ? 10 : 4}"/>`;
  return `${ring}${inside}${text(short(name, NAME), x, y + r + 50, r > 80 ? 32 : 25, `fill="${role("on-felt")}"`)}`;
}

function card(name: Card, x: number, y: number, width: number): string {
  const { suit, joker } = faceOfCard(name);
  const colour = suit ? `suit-${suit.toLowerCase()}` : `suit-joker-${joker}`;
  return `<g transform="translate(${x} ${y}) scale(${width / 100})" color="${role(colour)}"><rect width="100" height="140" rx="9" fill="${role("card-face")}" stroke="${role("card-edge")}" stroke-width="2"/><use href="#${name}" width="100" height="140"/><use href="#i${name}" width="32" height="60"/></g>`;
}

function ladder({ rules, climbers }: Keepsake, y: number): string {
  const rungs = rungsOf(rules, climbers);
  const [left, wide] = [90, SIZE - 180];
  const step = wide / rungs.length;
  const middle = (at: number) => left + step * (at + 0.5);
  const steps = rungs.map(({ level, must }, at) => {
    const knot = must
      ? `<path fill="${role("gold")}" d="M${middle(at)} ${y + 66}l9 9l-9 9l-9-9z"/>`
      : "";
    return `${knot}${text(level, middle(at), y + 50, 34, `fill="${role("ink")}" font-family="Georgia, serif"`)}`;
  });
  const marks = climbers.map(({ name, to, won }, at) => {
    const below = climbers.slice(1, at).filter((other) => other.to === to).length;
    const above = at === 0;
    const top = above ? y - 58 : y + 92 + below * 48;
    const fill = role(won ? "gold" : "ink-soft");
    const label = short(name, NAMES);
    const half = 22 + [...label].length * 9;
    const x = Math.max(half + 40, Math.min(SIZE - half - 40, middle(to)));
    return `<rect x="${x - half}" y="${top}" width="${2 * half}" height="42" rx="21" fill="${fill}"/>${text(label, x, top + 30, 26, `fill="${role("surface")}" font-weight="700"`)}`;
  });
  return `<rect x="${left}" y="${y}" width="${wide}" height="75" rx="10" fill="${role("surface")}" stroke="${role("line-strong")}" stroke-width="5"/>${steps.join("")}${marks.join("")}`;
}

/** Draw the picture; the sprite's text has the cards. */
export function draw(kept: Keepsake, sprite: string): string {
  const { players, best } = kept;
  const each = Math.ceil(players.length / Math.ceil(players.length / 6));
  const rows = Math.ceil(players.length / each);
  const r = rows > 1 ? 46 : players.length > 4 ? 58 : 84;
  const faces = players.map((one, at) => {
    const row = Math.floor(at / each);
    const inRow = Math.min(each, players.length - row * each);
    const x = SIZE / 2 + ((at % each) - (inRow - 1) / 2) * (860 / Math.max(4, each));
    return portrait(one, x, rows > 1 ? 320 + row * 165 : 385, r);
  });
  const cards = best?.cards.slice(0, CARDS) ?? [];
  const gap = Math.min(108, 760 / Math.max(1, cards.length));
  const first = SIZE / 2 - (gap * (cards.length - 1) + 100) / 2;
  const fan = cards.map((one, at) => card(one, first + at * gap, 852, 100)).join("");
  const font = escaped(
    getComputedStyle(document.documentElement).getPropertyValue("--font-display"),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}" font-family="${font}">
<defs>${sprite.replace(/<svg[^>]*>|<\/svg>/g, "")}</defs>
<rect width="${SIZE}" height="${SIZE}" fill="${role("paper")}"/>
<g transform="translate(52 44) scale(1.9)"><rect width="48" height="48" rx="8" fill="${role("seal")}"/><path fill="none" stroke="${role("on-seal")}" stroke-width="3.6" stroke-linecap="round" d="M29.5 9.5c-4.8 2.3-10.5 3.9-16.5 4.9M10 24.5h28M18.5 13.4v11.1c0 6-2.3 10.3-7 13.5M30.5 8.5v31"/></g>
<text x="166" y="106" font-size="44" font-weight="600" fill="${role("ink")}">${escaped(kept.site)}</text>
<rect x="40" y="170" width="1000" height="400" rx="60" fill="${role("felt-deep")}" stroke="${role("rail") || role("gold")}" stroke-width="16"/>
${text(short(kept.headline, 44), SIZE / 2, 245, 46, `fill="${role("on-felt-gold")}" font-weight="600"`)}
${faces.join("")}
${ladder(kept, 652)}
${best ? text(short(best.words, WORDS), SIZE / 2, 830, 30, `fill="${role("ink")}"`) : ""}${fan}
${text(location.host, SIZE / 2, 1050, 28, `fill="${role("ink-soft")}"`)}
</svg>`;
}

/** The text of the sprite of cards. */
export const spriteText = async (): Promise<string> => (await fetch(art("").slice(0, -1))).text();

/** The address of a drawn picture, for an image. */
export const addressOf = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The picture as a PNG. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image(SIZE, SIZE);
  image.src = addressOf(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}
