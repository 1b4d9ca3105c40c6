import { expect, test } from "vitest";
import { defaultOptions } from "./choice";
import { presetOf, presets, withPreset } from "./presets";

test("a new table has the first preset", () => {
  expect(presetOf(defaultOptions)).toBe(presets[0]);
});

test.each(presets)("%s is recognised by its answers, and leaves the other options as they are", (preset) => {
  const own = { ...defaultOptions, talk: "silent", seating: "kept", game: { passed_hands: true } } as const;
  const { pace, bots, ...others } = withPreset(own, preset);
  expect(presetOf({ ...own, pace, bots })).toBe(preset);
  expect({ ...own, ...others }).toEqual(own);
});

test("other answers are no preset", () => {
  expect(presetOf({ ...defaultOptions, pace: "fast", bots: "instant" })).toBeNull();
});
