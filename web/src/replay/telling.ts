/** Export of a hand: as a record, as text, as a picture. */
import type { Event, HandReplay, Tongue } from "../wire";
import { pictureOf, textOf } from "./requests";
import type { ReplayCursor } from "./cursor.svelte";

/** Pixels of the picture file per pixel of the picture. */
const SHARP = 2;

/** A record of a hand alone (docs/record-format.md). */
export function recordOfHand({ header, events }: Pick<HandReplay, "header" | "events">): string {
  const own = numberEvents(events, 1);
  return [header, ...own.map((event) => JSON.stringify(event)), ""].join("\n");
}

/** The events of a hand with another number; in a record of a hand alone it is 1. */
export function numberEvents(events: readonly Event[], hand: number): Event[] {
  return events.map((event) => (event.event === "hand_started" ? { ...event, hand } : event));
}

/** A hand in the notation (docs/notation.md). */
export const notationOf = (hand: HandReplay): Promise<string> =>
  textOf({ record: recordOfHand(hand) });

/** A picture of the current moment, as SVG. */
export function svgOf(walk: ReplayCursor, hand: number, tongue: Tongue): Promise<string> {
  const { told, stop, eyes } = walk;
  const at = stop.moment.at;
  return pictureOf({ record: recordOfHand(told), hand, at, seat: eyes, tongue });
}

/** The picture as PNG, drawn by the browser. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}
