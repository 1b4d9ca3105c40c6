import { beforeEach, expect, test } from "vitest";
import { accuracies, keepAccuracies } from "./accuracies.svelte";
import { fakeStorage } from "$lib/settings/fake-storage";

let stored: Map<string, string>;

beforeEach(() => {
  stored = fakeStorage();
});

test("the results of an analysis are kept by game and seat, and a later one replaces them", () => {
  expect(accuracies()("ABC234", 0)).toBeNull();
  keepAccuracies("ABC234", [
    { seat: 0, accuracy: 81.5 },
    { seat: 1, accuracy: 90 },
  ]);
  keepAccuracies("DEF567", [{ seat: 0, accuracy: 70 }]);
  keepAccuracies("ABC234", [{ seat: 0, accuracy: 82 }]);
  const found = accuracies();
  expect([found("ABC234", 0), found("ABC234", 1), found("DEF567", 0)]).toEqual([82, null, 70]);
});

test("only the latest games are kept", () => {
  const full = Array.from({ length: 1_000 }, (_, n) => [`G${n}`, { "0": n / 11 }]);
  stored.set("shares-kept", JSON.stringify(full));
  keepAccuracies("G1000", [{ seat: 0, accuracy: 90 }]);
  expect(accuracies()("G0", 0)).toBeNull();
  expect(accuracies()("G1", 0)).not.toBeNull();
  expect(accuracies()("G1000", 0)).toBe(90);
});
