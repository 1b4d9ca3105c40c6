import type { Options } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";

/** Ways to play that answer several options of a table at once, the usual one first. */
export const presets = ["friends", "quick", "days"] as const;
export type Preset = (typeof presets)[number];

const answers: Record<Preset, Pick<Options, "pace" | "bots">> = {
  friends: { pace: "untimed", bots: "human" },
  quick: { pace: "fast", bots: "brisk" },
  days: { pace: "untimed", bots: "instant" },
};

/** The preset by whose answers a table is played; null if they are mixed. */
export function presetOf({ pace, bots }: Options): Preset | null {
  return presets.find((preset) => answers[preset].pace === pace && answers[preset].bots === bots) ?? null;
}

/** The options with a preset's answers; it leaves all others as they are. */
export function withPreset(options: Options, preset: Preset): Options {
  return { ...options, ...answers[preset] };
}

export function presetName(preset: Preset): string {
  return {
    friends: () => m.preset_friends(),
    quick: () => m.preset_quick(),
    days: () => m.preset_days(),
  }[preset]();
}

export function presetHint(preset: Preset | null): string {
  if (preset === null) return m.preset_mixed_hint();
  return {
    friends: () => m.preset_friends_hint(),
    quick: () => m.preset_quick_hint(),
    days: () => m.preset_days_hint(),
  }[preset]();
}
