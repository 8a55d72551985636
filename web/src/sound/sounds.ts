/** The sounds of the site, as loud as the person likes; none before the page has been touched. */
import { preferences } from "../state/preferences.svelte";
import { perform, type Recipe } from "./synth";

const RECIPES = {
  deal: { rustles: [{ at: 0, lasts: 0.05, pitch: 5200, loud: 0.22 }] },
  play: {
    rustles: [
      { at: 0, lasts: 0.07, pitch: 2400, loud: 0.5 },
      { at: 0.012, lasts: 0.05, pitch: 700, loud: 0.5 },
    ],
  },
  declare: {
    tones: [
      { at: 0, lasts: 0.16, pitch: 523, loud: 0.18, wave: "triangle" },
      { at: 0.09, lasts: 0.26, pitch: 784, loud: 0.18, wave: "triangle" },
    ],
  },
  turn: {
    tones: [
      { at: 0, lasts: 0.22, pitch: 880, loud: 0.16 },
      { at: 0.11, lasts: 0.34, pitch: 1175, loud: 0.16 },
    ],
  },
  trick: {
    rustles: [
      { at: 0, lasts: 0.16, pitch: 1800, loud: 0.22 },
      { at: 0.07, lasts: 0.16, pitch: 1200, loud: 0.18 },
    ],
  },
  won: {
    tones: [523, 659, 784, 1047].map((pitch, i) => ({
      at: i * 0.11,
      lasts: 0.4,
      pitch,
      loud: 0.16,
      wave: "triangle" as const,
    })),
  },
  lost: {
    tones: [
      { at: 0, lasts: 0.35, pitch: 392, loud: 0.16, wave: "triangle" },
      { at: 0.2, lasts: 0.6, pitch: 330, to: 294, loud: 0.16, wave: "triangle" },
    ],
  },
  nudge: {
    tones: [0, 0.18, 0.36, 0.54].map((at) => ({ at, lasts: 0.16, pitch: 988, loud: 0.24 })),
  },
  message: { tones: [{ at: 0, lasts: 0.14, pitch: 660, to: 990, loud: 0.14 }] },
} satisfies Record<string, Recipe>;

export type Sound = keyof typeof RECIPES;

let context: AudioContext | null = null;

/**
 * Play a sound, if sounds are on. Before the person has touched the page there is none, since
 * browsers do not allow it.
 */
export function sound(name: Sound): void {
  if (!preferences.sound || preferences.volume === 0) return;
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // A phone that slept has stopped the clock; what would be late is not wanted any more.
  if (context.state !== "running") void context.resume();
  perform(context, RECIPES[name], preferences.volume);
}
