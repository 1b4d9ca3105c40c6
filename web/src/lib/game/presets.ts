import { correspondence, daily } from "./pace";
import type { Options } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";

/** Ways to play that answer several options of a table at once, the usual one first. */
export const presets = ["friends", "quick", "days"] as const;
export type Preset = (typeof presets)[number];

const answers = {
  friends: { pace: "untimed", bots: "human" },
  quick: { pace: "fast", bots: "brisk" },
  days: { bots: "instant" },
} as const;

/** The preset by whose answers a table is played; null if they are mixed. */
export function presetOf({ pace, bots }: Options): Preset | null {
  const fits = (preset: Preset): boolean =>
    answers[preset].bots === bots &&
    (preset === "days" ? correspondence(pace) !== undefined : answers[preset].pace === pace);
  return presets.find(fits) ?? null;
}

/** The options with a preset's answers; it leaves all others as they are. */
export function withPreset(options: Options, preset: Preset): Options {
  if (preset !== "days") return { ...options, ...answers[preset] };
  // Times that the host has chosen already stay.
  const pace = { correspondence: correspondence(options.pace) ?? daily() };
  return { ...options, ...answers.days, pace };
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
