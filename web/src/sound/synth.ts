/** Sounds made of a few tones and some noise, so that nothing has to be loaded. */

/** A tone; times in seconds, pitches in hertz. */
export interface Tone {
  readonly at: number;
  readonly lasts: number;
  readonly pitch: number;
  /** The pitch to which it glides. */
  readonly to?: number;
  readonly loud: number;
  readonly wave?: OscillatorType;
}

/** A burst of noise through a band around a pitch: a card on a table. */
export interface Rustle {
  readonly at: number;
  readonly lasts: number;
  readonly pitch: number;
  readonly loud: number;
}

/** The parameters of a sound. */
export interface Recipe {
  readonly tones?: readonly Tone[];
  readonly rustles?: readonly Rustle[];
}

const ATTACK = 0.006;
/** A gain that is inaudible; an exponential ramp cannot reach 0. */
const SILENCE = 0.0001;

/**
 * Play a sound now.
 *
 * @param context - the clock and the speakers.
 * @param volume - from 0 to 1.
 * @returns its length in seconds.
 */
export function perform(context: AudioContext, recipe: Recipe, volume: number): number {
  const master = context.createGain();
  master.gain.value = volume * volume; // loudness is perceived logarithmically
  master.connect(context.destination);
  for (const tone of recipe.tones ?? []) {
    const source = context.createOscillator();
    const start = context.currentTime + tone.at;
    source.type = tone.wave ?? "sine";
    source.frequency.setValueAtTime(tone.pitch, start);
    if (tone.to !== undefined) {
      source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
    }
    source.connect(envelope(context, tone)).connect(master);
    source.start(start);
    source.stop(start + tone.lasts);
  }
  for (const rustle of recipe.rustles ?? []) {
    const source = context.createBufferSource();
    source.buffer = noise(context);
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = rustle.pitch;
    band.Q.value = 0.8;
    source.connect(band).connect(envelope(context, rustle)).connect(master);
    source.start(context.currentTime + rustle.at, 0, rustle.lasts);
  }
  const parts = [...(recipe.tones ?? []), ...(recipe.rustles ?? [])];
  return Math.max(0, ...parts.map(({ at, lasts }) => at + lasts));
}

function envelope(context: AudioContext, { at, lasts, loud }: Tone | Rustle): GainNode {
  const gain = context.createGain();
  const start = context.currentTime + at;
  gain.gain.setValueAtTime(SILENCE, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + lasts);
  return gain;
}

const noises = new WeakMap<AudioContext, AudioBuffer>();

function noise(context: AudioContext): AudioBuffer {
  let made = noises.get(context);
  if (!made) {
    made = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = made.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    noises.set(context, made);
  }
  return made;
}
