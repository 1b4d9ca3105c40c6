import { recall, remember } from "../remembered";
import type { Cue } from "./cues";

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

let sound = $state(recall("sound", isFlag) ?? false);
let vibration = $state(recall("vibration", isFlag) ?? false);

/** How a device vibrates: milliseconds on, off, on. What is left out here is only heard. */
const VIBRATIONS: Partial<Record<Cue, number[]>> = {
  tile: [8],
  build: [14],
  token: [14],
  reveal: [12],
  turn: [40, 70, 40],
  end: [60, 80, 60],
  refused: [20, 40, 20],
};

/** Sounds and vibration: both off until somebody wants them. */
export const feedback = {
  get sound(): boolean {
    return sound;
  },
  set sound(on: boolean) {
    sound = on;
    remember("sound", on);
    sounds("turn");
  },
  get vibration(): boolean {
    return vibration;
  },
  set vibration(on: boolean) {
    vibration = on;
    remember("vibration", on);
    shakes("turn");
  },
  /** Whether this device may be able to vibrate. */
  get vibrates(): boolean {
    return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
  },
};

/** Gives a cue as far as it is wanted. */
export function give(cue: Cue): void {
  sounds(cue);
  shakes(cue);
}

function sounds(cue: Cue): void {
  // A browser without sound, or a page that has just lost the server, is silent.
  if (sound) void import("./synth").then(({ play }) => play(cue)).catch(() => undefined);
}

function shakes(cue: Cue): void {
  const pattern = VIBRATIONS[cue];
  if (vibration && pattern && feedback.vibrates) navigator.vibrate(pattern);
}
