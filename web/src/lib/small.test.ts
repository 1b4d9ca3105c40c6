import { expect, test } from "vitest";
import type { GameInfo } from "./protocol";
import { backoff } from "./server/backoff";
import { fitted, playerCounts, resized, defaultChoice, defaultLevel, variantsFor } from "./choice";
import { tableCode } from "./code";
import { ago } from "./relative";
import { routeOf } from "./route";

test("waiting grows, and has an end", () => {
  expect(backoff(0, () => 1)).toBe(400);
  expect(backoff(1, () => 1)).toBe(800);
  expect(backoff(3, () => 0)).toBe(1600);
  expect(backoff(50, () => 1)).toBe(15_000);
});

test.each([
  ["abc234", "ABC234"],
  ["  ABC 234 ", "ABC234"],
  ["ABC-234", "ABC234"],
  ["https://townhall.example/t/abc234?x=1", "ABC234"],
  ["/t/ABC234/", "ABC234"],
  ["abc23", null],
  ["abc2345", null],
  ["äbc234", null],
  ["", null],
])("the code in %j is %j", (text, code) => expect(tableCode(text)).toBe(code));

test("paths", () => {
  expect(routeOf("/")).toEqual({ page: "home" });
  expect(routeOf("/games")).toEqual({ page: "games" });
  expect(routeOf("/t/abc234")).toEqual({ page: "table", code: "ABC234" });
  expect(routeOf("/t/nothing-like-it")).toEqual({ page: "unknown" });
  expect(routeOf("/t/")).toEqual({ page: "unknown" });
  expect(routeOf("/r/abc234#s=12")).toEqual({ page: "replay", code: "ABC234", fragment: "s=12" });
  expect(routeOf("/score/point-city")).toEqual({ page: "score", game: "point-city", fragment: "" });
  expect(routeOf("/score/x#v=a")).toEqual({ page: "score", game: "x", fragment: "v=a" });
  expect(routeOf("/score/")).toEqual({ page: "unknown" });
  expect(routeOf("/elsewhere")).toEqual({ page: "unknown" });
});

const game: GameInfo = {
  id: "between-two-cities",
  name: "Between Two Cities",
  levels: ["random", "greedy"],
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
  expect(defaultLevel(["random", "greedy", "casual", "hard", "expert"])).toBe("casual");
  expect(defaultLevel(["random", "greedy"])).toBe("greedy");
});

test("a remembered choice that no longer fits gives way to the default", () => {
  const kept = { variant: "two-player", players: 2, level: "random" };
  expect(fitted(kept, game)).toBe(kept);
  expect(fitted({ ...kept, players: 3 }, game)).toEqual(defaultChoice(game));
  expect(fitted({ ...kept, level: "genius" }, game)).toEqual(defaultChoice(game));
});

test("how long ago", () => {
  expect(ago(30_000, "en")).toBe("this minute");
  expect(ago(5 * 60_000, "en")).toBe("5 minutes ago");
  expect(ago(26 * 3_600_000, "de")).toBe("gestern");
});
