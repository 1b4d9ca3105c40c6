import { expect, test } from "vitest";
import {
  botPace,
  defaultChoice,
  defaultLevel,
  defaultOptions,
  fitted,
  optionsAtOnce,
  playerCounts,
  resized,
  variantsFor,
} from "./choice";
import type { GameInfo } from "$wire/protocol";

const game: GameInfo = {
  id: "between-two-cities",
  name: "Between Two Cities",
  levels: ["random", "greedy"],
  open: false,
  variants: [
    { id: "standard", min: 3, max: 7, automata: 0 },
    { id: "two-player", min: 2, max: 2, automata: 0 },
    { id: "automa-easy", min: 1, max: 1, automata: 2 },
    { id: "automa-medium", min: 1, max: 1, automata: 2 },
    { id: "automa-hard", min: 1, max: 1, automata: 2 },
  ],
};

test("choices", () => {
  const standard = { variant: "standard", players: 4, level: "greedy" };
  expect(defaultChoice(game)).toEqual(standard);
  expect(playerCounts(game)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(variantsFor(game, 2).map(({ id }) => id)).toEqual(["two-player"]);
  expect(resized(standard, 1, game)).toEqual({ variant: "automa-medium", players: 1, level: "greedy" });
  expect(resized(standard, 6, game)).toEqual({ ...standard, players: 6 });
});

test("bots are company first", () => {
  expect(defaultLevel(["random", "novice", "greedy", "casual", "hard", "expert"])).toBe("casual");
  expect(defaultLevel(["random", "greedy"])).toBe("greedy");
});

test("a remembered choice that no longer fits gives way to the default", () => {
  const kept = { variant: "two-player", players: 2, level: "random" };
  expect(fitted(kept, game)).toBe(kept);
  expect(fitted({ ...kept, players: 3 }, game)).toEqual(defaultChoice(game));
  expect(fitted({ ...kept, level: "genius" }, game)).toEqual(defaultChoice(game));
});

test("the bots' pace of the settings is that of games that begin at once", () => {
  expect(optionsAtOnce()).toEqual(defaultOptions);
  botPace.value = "instant";
  expect(optionsAtOnce()).toEqual({ ...defaultOptions, bots: "instant" });
});
