/** Rules of houses: stored in this browser under a name, and shared by a link. */
import { HOUSE_NAME, type House, isHouse, preferences } from "../state/preferences.svelte";

/** Prefix of a house in the list of games; no system's name has it. */
const PREFIX = "house:";

/** The name of a house's rules among the games that can be started. */
export const gameOf = ({ name }: House): string => PREFIX + name;

/** The house whose rules a game is; null: it is no house's. */
export function houseOf(game: string): House | null {
  return preferences.houses.find((house) => gameOf(house) === game) ?? null;
}

/** Keep a house's rules, in the place of those that had the name. */
export function keepHouse(house: House): void {
  const kept = { ...house, name: house.name.trim().slice(0, HOUSE_NAME) };
  const others = preferences.houses.filter(({ name }) => name !== kept.name);
  preferences.houses = [...others, kept];
}

/** Forget a house's rules. */
export function forgetHouse(name: string): void {
  preferences.houses = preferences.houses.filter((house) => house.name !== name);
}

/** A house's rules as a part of an address. */
export function houseToAddress({ name, rules }: House): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ name, rules }));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The house encoded in a part of an address; null: invalid. */
export function read(part: string): House | null {
  try {
    const text = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isHouse(found) ? { name: found.name, rules: found.rules } : null;
  } catch {
    return null; // cut short on its way, or made up
  }
}
