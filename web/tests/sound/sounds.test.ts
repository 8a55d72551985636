import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { soundOf } from "../../src/sound/hearing";
import { sound } from "../../src/sound/sounds";
import type { Match } from "../../src/state/match";
import { preferences } from "../../src/state/preferences.svelte";
import type { HandEnded } from "../../src/wire";

const performed = vi.hoisted(() => vi.fn(() => 0.5));
const suspended = vi.fn();
const vibrated = vi.fn();
vi.mock("../../src/sound/synth", () => ({ perform: performed }));

const touched = (yes: boolean) =>
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: yes }, vibrate: vibrated });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  preferences.sound = true;
  preferences.volume = 0.5;
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "running";
      suspend = suspended;
    },
  );
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a sound", () => {
  it("is not heard before the page has been touched", () => {
    touched(false);
    sound("play");
    expect(performed).not.toHaveBeenCalled();
  });

  it("is as loud as is liked", () => {
    touched(true);
    sound("play");
    expect((performed.mock.lastCall as unknown[] | undefined)?.[2]).toBe(0.5);
  });

  it("lets the speakers go a while after it", () => {
    touched(true);
    sound("play");
    vi.advanceTimersByTime(1000);
    sound("play");
    vi.advanceTimersByTime(1900);
    expect(suspended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(suspended).toHaveBeenCalledOnce();
  });

  it("is felt without being heard, unless that is off, too", () => {
    touched(true);
    preferences.sound = false;
    sound("trump");
    preferences.haptics = false;
    sound("trump");
    preferences.haptics = true;
    expect(vibrated).toHaveBeenCalledOnce();
  });

  it("is not heard when sounds are off, or at volume 0", () => {
    touched(true);
    preferences.sound = false;
    sound("play");
    preferences.sound = true;
    preferences.volume = 0;
    sound("play");
    expect(performed).not.toHaveBeenCalled();
  });
});

describe("what is heard of a hand's end", () => {
  const ended = {
    event: "hand_ended",
    dealer: 0,
    declarers: [0, 2],
    winner: "opponents",
  } as unknown as HandEnded;
  const match = { hand: null } as unknown as Match;

  it("depends on one's side", () => {
    expect(soundOf(ended, { past: false, match }, 1)).toBe("won");
    expect(soundOf(ended, { past: false, match }, 2)).toBe("lost");
  });

  it("is nothing when it is long past", () => {
    expect(soundOf(ended, { past: true, match }, 1)).toBeNull();
  });
});
