import { expect, test, vi } from "vitest";
import type { ListedTable } from "./tables";
import { byUrgency, showBadge, waiting } from "./turns";

const table = (code: string, of: Partial<ListedTable>): ListedTable => ({
  ...{ code, game: "point-city", variant: "standard", players: 2, names: [], status: "playing", here: false },
  ...{ your_turn: false, to_act: [], bot_plays: false, idle_ms: 0, result: null },
  ...of,
});

const tables = [
  table("other", {}),
  table("untimed", { your_turn: true }),
  table("late", { your_turn: true, due: 9 }),
  table("soon", { your_turn: true, due: 1 }),
  table("over", { your_turn: true, status: "over" }),
];

test("the most urgent tables come first", () => {
  expect([...tables].sort(byUrgency).map(({ code }) => code)).toEqual([
    "soon",
    "late",
    "untimed",
    "over",
    "other",
  ]);
  expect(waiting(tables).map(({ code }) => code)).toEqual(["soon", "late", "untimed"]);
});

test("the badge is set, cleared, and left out where there is none", () => {
  const set = vi.fn(() => Promise.resolve());
  const clear = vi.fn(() => Promise.reject(new Error("refused")));
  vi.stubGlobal("navigator", { setAppBadge: set, clearAppBadge: clear });
  showBadge(3);
  showBadge(0);
  expect(set).toHaveBeenCalledExactlyOnceWith(3);
  expect(clear).toHaveBeenCalledOnce();
  vi.stubGlobal("navigator", {});
  expect(() => showBadge(1)).not.toThrow();
});
