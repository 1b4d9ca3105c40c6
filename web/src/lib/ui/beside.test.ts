import { expect, test } from "vitest";
import { beside, type Box } from "./beside";

const SCREEN = { width: 1000, height: 800 };
const SIZE = { width: 200, height: 100 };
const box = (left: number, top: number, width = 100, height = 100): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const covers = (at: { left: number; top: number }, other: Box): boolean =>
  at.left < other.right &&
  at.left + SIZE.width > other.left &&
  at.top < other.bottom &&
  at.top + SIZE.height > other.top;

test("alone, the box is below, or above a finger", () => {
  expect(beside([box(400, 300)], [], SIZE, SCREEN, false)).toEqual({ left: 350, top: 410 });
  expect(beside([box(400, 300)], [], SIZE, SCREEN, true)).toEqual({ left: 350, top: 190 });
});

test("in the last row of the screen it is above, and at its side within it", () => {
  expect(beside([box(400, 690)], [], SIZE, SCREEN, false)).toEqual({ left: 350, top: 580 });
  expect(beside([box(0, 300)], [], SIZE, SCREEN, false).left).toBe(8);
});

test("it covers no neighbour in a row, a column or a square", () => {
  const squares = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => box(300 + 110 * x, 200 + 110 * y)));
  const row = [0, 1, 2, 3, 4].map((x) => box(200 + 110 * x, 650));
  const column = [0, 1, 2, 3, 4].map((y) => box(20, 100 + 110 * y));
  for (const all of [squares, row, column])
    for (const of of all)
      for (const above of [false, true]) {
        const at = beside(
          [of],
          all.filter((other) => other !== of),
          SIZE,
          SCREEN,
          above,
        );
        expect(all.filter((other) => covers(at, other))).toEqual([]);
      }
});

test("where everything is full, it covers a neighbour and not what it explains", () => {
  const all = [0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2, 3].map((y) => box(200 * x, 200 * y, 200, 200)));
  for (const of of all)
    expect(
      covers(
        beside(
          [of],
          all.filter((other) => other !== of),
          SIZE,
          SCREEN,
          false,
        ),
        of,
      ),
    ).toBe(false);
});

test("it covers no question above the first row, although neighbours are below", () => {
  const of = box(400, 200);
  const question = box(300, 100, 300, 90);
  const below = [0, 1, 2].map((y) => box(400, 310 + 110 * y));
  expect(covers(beside([of, question], below, SIZE, SCREEN, true), question)).toBe(false);
});
