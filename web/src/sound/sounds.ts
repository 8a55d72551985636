/** The sounds of the site, as loud as the person likes; none before the page has been touched. */
import { preferences } from "../state/preferences.svelte";
import { perform, type Recipe, type Tone } from "./synth";

/** Tones one after the other: their pitches, the time between two of them, and what all share. */
const run = (pitches: readonly number[], apart: number, tone: Omit<Tone, "pitch">): Tone[] =>
  pitches.map((pitch, i) => ({ ...tone, pitch, at: tone.at + i * apart }));

const FANFARE = { at: 0.08, lasts: 0.4, loud: 0.14, wave: "triangle" } as const;

const RECIPES = {
  deal: { rustles: [{ at: 0, lasts: 0.05, pitch: 5200, loud: 0.22 }] },
  play: {
    rustles: [
      { at: 0, lasts: 0.07, pitch: 2400, loud: 0.5 },
      { at: 0.012, lasts: 0.05, pitch: 700, loud: 0.5 },
    ],
  },
  declare: {
    tones: run([523, 784], 0.09, { at: 0, lasts: 0.22, loud: 0.18, wave: "triangle" }),
  },
  turn: { tones: run([880, 1175], 0.11, { at: 0, lasts: 0.28, loud: 0.16 }) },
  trick: {
    rustles: [
      { at: 0, lasts: 0.16, pitch: 1800, loud: 0.22 },
      { at: 0.07, lasts: 0.16, pitch: 1200, loud: 0.18 },
    ],
  },
  // A low bell under a rising fifth.
  trump: {
    tones: [
      { at: 0, lasts: 0.9, pitch: 196, loud: 0.2 },
      { at: 0.04, lasts: 0.5, pitch: 392, loud: 0.14, wave: "triangle" },
      { at: 0.16, lasts: 0.7, pitch: 587, loud: 0.14, wave: "triangle" },
    ],
  },
  // A hand fans out on the cloth.
  kitty: {
    rustles: [0, 1, 2, 3, 4, 5].map((i) => ({
      at: i * 0.055,
      lasts: 0.06,
      pitch: 1900 + i * 240,
      loud: 0.3,
    })),
    tones: [{ at: 0.3, lasts: 0.3, pitch: 262, loud: 0.12 }],
  },
  // Chips upon chips.
  points: {
    tones: run([1319, 1568, 1760, 2093], 0.08, { at: 0.1, lasts: 0.14, loud: 0.1 }),
    rustles: [{ at: 0, lasts: 0.12, pitch: 1500, loud: 0.22 }],
  },
  match: {
    tones: [
      { at: 0, lasts: 0.25, pitch: 110, to: 70, loud: 0.3 },
      ...run([523, 659, 784, 1047, 784, 1047], 0.12, FANFARE),
      ...run([1319, 523], 0, { ...FANFARE, at: 0.8, lasts: 1.1 }),
    ],
  },
  won: {
    tones: run([523, 659, 784, 1047], 0.11, { at: 0, lasts: 0.4, loud: 0.16, wave: "triangle" }),
  },
  lost: {
    tones: [
      { at: 0, lasts: 0.35, pitch: 392, loud: 0.16, wave: "triangle" },
      { at: 0.2, lasts: 0.6, pitch: 330, to: 294, loud: 0.16, wave: "triangle" },
    ],
  },
  nudge: {
    tones: run([988, 988, 988, 988], 0.18, { at: 0, lasts: 0.16, loud: 0.24 }),
  },
  message: { tones: [{ at: 0, lasts: 0.14, pitch: 660, to: 990, loud: 0.14 }] },
} satisfies Record<string, Recipe>;

export type Sound = keyof typeof RECIPES;

/** What a phone feels like with a sound: vibration and pause in turn, in milliseconds. */
const PULSES: Partial<Record<Sound, readonly number[]>> = {
  turn: [15],
  trump: [30],
  kitty: [10, 45, 10, 45, 10],
  points: [12, 60, 12, 60, 12],
  won: [30, 60, 30],
  match: [40, 60, 40, 60, 120],
};

/** Silence in milliseconds after which the speakers are let go, which costs a phone its battery. */
const IDLE = 1500;

let context: AudioContext | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * Play a sound, if sounds are on, and its pulse. Before the person has touched the page there is
 * none, since browsers do not allow it.
 */
export function sound(name: Sound): void {
  const pulse = PULSES[name];
  if (pulse && preferences.haptics && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.([...pulse]);
  if (!preferences.sound || preferences.volume === 0) return;
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // A phone that slept has stopped the clock; what would be late is not wanted any more.
  if (context.state !== "running") void context.resume();
  const length = perform(context, RECIPES[name], preferences.volume);
  clearTimeout(idle);
  idle = setTimeout(() => void context?.suspend(), length * 1000 + IDLE);
}
