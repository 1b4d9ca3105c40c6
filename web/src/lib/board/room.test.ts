import { expect, test } from "vitest";
import { hasSquare, isLow, sizeOf } from "./room";

/** The board of a game that is played in a window of this size. */
const given = (width: number, height: number, silent = false) => ({ width, height: height - 48, silent });

test("laptops have columns down to 600 pixels, and a column of the others where the cities keep their share", () => {
  expect(sizeOf(given(1280, 600))).toBe("desk");
  expect(sizeOf(given(960, 600))).toBe("pane");
  expect(sizeOf(given(1366, 650))).toBe("desk");
  expect(sizeOf(given(1920, 1080))).toBe("large");
});

test("a row of the others is above the cities only where the question and the partners have room below it", () => {
  expect(isLow(given(1280, 664))).toBe(true);
  expect(isLow(given(1280, 720))).toBe(false);
  expect(isLow(given(1280, 640, true))).toBe(false);
});

test("in lower windows and on phones in landscape format everything is beside the city", () => {
  for (const [width, height] of [
    [568, 320],
    [640, 400],
    [800, 500],
    [853, 533],
    [1280, 480],
  ] as const)
    expect(sizeOf(given(width, height)), `${width}x${height}`).toBe("lying");
});

test("who talks to nobody needs less height for columns", () => {
  expect(sizeOf(given(1280, 560))).toBe("lying");
  expect(sizeOf(given(1280, 560, true))).toBe("desk");
});

test("in portrait format the question is above the cities, both of them on a tablet", () => {
  expect(sizeOf(given(768, 1024))).toBe("tablet");
  expect(sizeOf(given(600, 960))).toBe("phone");
  expect(sizeOf(given(360, 640))).toBe("phone");
  expect(sizeOf(given(320, 568))).toBe("least");
  // Too low for two cities with cells for a finger.
  expect(sizeOf(given(740, 760))).toBe("phone");
});

test("a market is between columns where it gets 30 percent of the window", () => {
  expect(hasSquare(given(1280, 800), 800)).toBe(true);
  expect(hasSquare(given(1280, 720), 720)).toBe(false);
  // Beside a panel, and in a replay above a scrubber as well.
  expect(hasSquare(given(1500, 1080), 1080)).toBe(false);
  expect(hasSquare({ width: 998, height: 570, silent: true }, 800)).toBe(false);
  expect(hasSquare(given(1280, 200), 200)).toBe(false);
});
