import { isFlag, Setting } from "../settings/setting.svelte";
import type { Cue } from "./cues";

const sound = new Setting("sound", isFlag, false);
const vibration = new Setting("vibration", isFlag, false);

/** How a device vibrates: milliseconds on, off, on. Cues that are left out here are only heard. */
const VIBRATIONS: Partial<Record<Cue, number[]>> = {
  tile: [8],
  build: [14],
  token: [14],
  reveal: [12],
  turn: [40, 70, 40],
  end: [60, 80, 60],
  right: [14],
  refused: [20, 40, 20],
};

/** Sounds and vibration: both off by default. */
export const feedback = {
  get sound(): boolean {
    return sound.value;
  },
  set sound(on: boolean) {
    sound.value = on;
    sounds("turn");
  },
  get vibration(): boolean {
    return vibration.value;
  },
  set vibration(on: boolean) {
    vibration.value = on;
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
  if (sound.value) void import("./synth").then(({ play }) => play(cue)).catch(() => undefined);
}

function shakes(cue: Cue): void {
  const pattern = VIBRATIONS[cue];
  if (vibration.value && pattern && feedback.vibrates) navigator.vibrate(pattern);
}
