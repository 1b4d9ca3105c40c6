import { describe, expect, test } from "vitest";
import { streetsOf } from "./streets";

const CITIES = Array.from({ length: 20 }, (_, i) => i + 1);
const WIDTHS = [120, 300, 480, 900];

describe("the streets of a city", () => {
  test.each(CITIES)("show each of %i buildings once, within the picture and beside each other", (houses) => {
    for (const width of WIDTHS) {
      const streets = streetsOf(houses, width);
      const shown = streets.flatMap(({ places }) => places.map(({ house }) => house)).sort((a, b) => a - b);
      expect(shown).toEqual(Array.from({ length: houses }, (_, house) => house));
      for (const { y, scale, places, trees } of streets) {
        expect(y - 60 * scale).toBeGreaterThanOrEqual(0);
        const xs = [...places.map(({ x }) => x), ...trees].sort((a, b) => a - b);
        for (const { x } of places) {
          expect(x - 31 * scale).toBeGreaterThanOrEqual(0);
          expect(x + 31 * scale).toBeLessThanOrEqual(width);
        }
        for (const [i, x] of xs.slice(1).entries()) expect(x - (xs[i] ?? 0)).toBeGreaterThan(60 * scale);
      }
    }
  });

  test("fill the height of a picture that is wide enough", () => {
    expect(streetsOf(3, 480)).toHaveLength(1);
    expect(streetsOf(12, 480)).toHaveLength(2);
    expect(streetsOf(12, 150).length).toBeGreaterThan(2);
  });
});
