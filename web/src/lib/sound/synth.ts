// Our own small sounds, made when they are needed: no files.
import type { Cue } from "./cues";

/** A tone or a whiff of noise. */
interface Note {
  wave: "sine" | "triangle" | "noise";
  /** The frequency, in Hz; of noise, the centre of the filter's band. */
  hz: number;
  /** The frequency at its end. */
  to?: number;
  /** When it begins, and how long it lasts until it has died away, in seconds. */
  at: number;
  lasts: number;
  /** How loud, from 0 to 1. */
  gain: number;
}

const tone = (hz: number, at: number, lasts: number, gain: number, to = hz): Note => ({
  wave: "triangle",
  hz,
  to,
  at,
  lasts,
  gain,
});
const bell = (hz: number, at: number, lasts: number, gain: number): Note => ({
  wave: "sine",
  hz,
  at,
  lasts,
  gain,
});
const noise = (hz: number, to: number, at: number, lasts: number, gain: number): Note => ({
  wave: "noise",
  hz,
  to,
  at,
  lasts,
  gain,
});
/** Wood on wood. */
const knock = (at: number, gain = 0.5): Note[] => [
  noise(1900, 900, at, 0.05, gain * 0.7),
  { wave: "sine", hz: 230, to: 140, at, lasts: 0.1, gain },
];

const SOUNDS: Record<Cue, readonly Note[]> = {
  tile: knock(0),
  card: [noise(3600, 1500, 0, 0.09, 0.3)],
  build: [...knock(0), ...knock(0.11, 0.4), tone(330, 0.16, 0.3, 0.22)],
  token: [bell(1319, 0, 0.5, 0.25), bell(1976, 0.05, 0.45, 0.14)],
  reveal: [noise(2600, 1400, 0, 0.07, 0.3), noise(3000, 1600, 0.06, 0.07, 0.3), ...knock(0.14, 0.35)],
  pass: [noise(500, 2200, 0, 0.26, 0.22)],
  round: [tone(392, 0, 0.35, 0.24), tone(587, 0.13, 0.5, 0.24)],
  turn: [bell(659, 0, 0.3, 0.24), bell(880, 0.11, 0.45, 0.24)],
  end: [
    tone(523, 0, 0.4, 0.22),
    tone(659, 0.13, 0.4, 0.22),
    tone(784, 0.26, 0.4, 0.22),
    tone(1047, 0.39, 0.9, 0.24),
  ],
  right: [bell(784, 0, 0.3, 0.22), bell(1175, 0.09, 0.5, 0.24)],
  refused: [tone(196, 0, 0.16, 0.3, 160)],
};

/** The time from a note's beginning until it is loudest, in seconds. */
const ATTACK = 0.006;
/** The gain that counts as silent; an exponential curve never reaches 0. */
const SILENT = 0.0008;
/** All sounds together, from 0 to 1. */
const VOLUME = 0.5;

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** A second of noise. */
function hissOf(audio: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** The source of the note, and the frequency that moves. */
function source(audio: AudioContext, { wave, hz }: Note): [AudioScheduledSourceNode, AudioNode, AudioParam] {
  if (wave !== "noise") {
    const oscillator = new OscillatorNode(audio, { type: wave, frequency: hz });
    return [oscillator, oscillator, oscillator.frequency];
  }
  const player = new AudioBufferSourceNode(audio, { buffer: hissOf(audio), loop: true });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hz, Q: 1.2 });
  player.connect(filter);
  return [player, filter, filter.frequency];
}

/** Plays a sound, if the browser lets the page: it wants a press on the page first. */
export async function play(cue: Cue): Promise<void> {
  context ??= new AudioContext();
  const audio = context;
  if (audio.state !== "running") {
    // Until there is a press this never ends; a sound would be out of date by then.
    const allowed = await Promise.race([
      audio.resume().then(() => true),
      new Promise<false>((done) => setTimeout(() => done(false), 300)),
    ]);
    if (!allowed) return;
  }
  for (const note of SOUNDS[cue]) {
    const begin = audio.currentTime + note.at;
    const end = begin + note.lasts;
    const [made, heard, frequency] = source(audio, note);
    frequency.setValueAtTime(note.hz, begin);
    frequency.exponentialRampToValueAtTime(note.to ?? note.hz, end);
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(SILENT, begin);
    loudness.gain.exponentialRampToValueAtTime(note.gain * VOLUME, begin + ATTACK);
    loudness.gain.exponentialRampToValueAtTime(SILENT, end);
    heard.connect(loudness).connect(audio.destination);
    made.start(begin);
    made.stop(end);
  }
}
