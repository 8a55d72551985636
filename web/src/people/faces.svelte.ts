/** Faces of people, requested once for everyone who is visible. */
import { SvelteMap } from "svelte/reactivity";

import { faces, setFace } from "../requests";
import type { Face, OwnFace } from "../wire";

/** A picture to choose from. */
export type Drawing = NonNullable<OwnFace["drawing"]>;

/** Maximum people in a request. */
const MOST = 40;

/** Loaded faces; null for people who have chosen none. */
const known = new SvelteMap<string, Face | null>();
const wanted = new Set<string>();
let waiting = false;

/** The face of a person, by public id; `null`: none chosen, or not loaded yet. */
export function faceOf(person: string): Face | null {
  const face = known.get(person);
  if (face === undefined && !wanted.has(person)) {
    wanted.add(person);
    if (!waiting) {
      waiting = true;
      setTimeout(() => void ask(), 0);
    }
  }
  return face ?? null;
}

async function ask(): Promise<void> {
  waiting = false;
  const all = [...wanted];
  for (let at = 0; at < all.length; at += MOST) {
    const some = all.slice(at, at + MOST);
    try {
      const found = await faces(some.join(","));
      for (const person of some) known.set(person, null);
      for (const face of found.faces) known.set(face.person, face);
    } catch {
      // Everybody has a face made of their name; it is asked for again by the next page.
    }
    for (const person of some) wanted.delete(person);
  }
}

/** Set the user's face. */
export async function choose(person: string, own: OwnFace): Promise<void> {
  await setFace(own);
  known.set(person, { ...own, person });
}

/** The first character of a name, whole. */
export const initial = (name: string): string =>
  [...new Intl.Segmenter().segment(name.trim())][0]?.segment.toUpperCase() ?? "?";

/** The person's colour, a hue in degrees. */
export function hueOf(person: string): number {
  let sum = 0;
  for (const character of person) sum = (sum * 31 + character.codePointAt(0)!) % 360;
  return sum;
}
