import { expect, test } from "vitest";
import { gameById } from "../../games/registry";
import type { Chair } from "$wire/protocol";
import { defaultOptions } from "./choice";
import { settingsChanges } from "./settings-changes";

test("the host's changes are described in words", () => {
  const game = gameById("between-two-cities");
  if (!game) throw new Error("the game is in the registry");
  const chairs = (count: number): Chair[] => Array<Chair>(count).fill({} as Chair);
  const before = { variant: "standard", options: defaultOptions, chairs: chairs(3) };
  expect(settingsChanges(before, { ...before }, game)).toEqual([]);
  const options = { ...defaultOptions, pace: "fast", game: { passed_hands: true } } as const;
  const now = { variant: "standard", options, chairs: chairs(4) };
  const told = settingsChanges(before, now, game);
  expect(told.slice(0, 2)).toEqual(["4 players", "Time to think: 30 seconds"]);
  expect(told).toHaveLength(3);
});
