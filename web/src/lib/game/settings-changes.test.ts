import { afterEach, expect, test, vi } from "vitest";
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

afterEach(() => vi.unstubAllGlobals());

test("the host's appointment is described in words", () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  const game = gameById("between-two-cities");
  if (!game) throw new Error("the game is in the registry");
  const [before, dated] = [undefined, 1_795_986_300_000].map((starts) => ({
    variant: "standard",
    options: { ...defaultOptions, starts },
    chairs: [],
  }));
  if (!before || !dated) throw new Error("two");
  expect(settingsChanges(before, dated, game)).toEqual([expect.stringMatching(/^When you meet: ./)]);
  expect(settingsChanges(dated, before, game)).toEqual(["When you meet: no time"]);
});
