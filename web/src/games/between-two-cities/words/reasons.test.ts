import { expect, it } from "vitest";
import { reasonsByType, reasonsInWords } from "./reasons";

it("tells type by type why a spot is worth what it is", () => {
  const offer = {
    worth: { shops: 3, houses: -2, total: 1 },
    effects: [
      { kind: "shop-line", n: 2 },
      { kind: "spoiled-houses", n: 1 },
    ] as const,
  };
  expect(reasonsByType(offer).map(({ building, points }) => [building, points])).toEqual([
    ["shop", 3],
    ["house", -2],
  ]);
  expect(reasonsInWords(offer)).toBe("+3: shops in a line: 2; −2: houses beside a factory: 1");
});

it("names the type where nothing explains a change", () => {
  expect(reasonsInWords({ worth: { parks: 2, total: 2 }, effects: [] })).toBe("+2: Parks");
});
