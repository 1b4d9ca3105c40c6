import { expect, test } from "vitest";
import { latestIn, newsOf, newsSince } from "./news";

const at = (...versions: number[]) => versions.map((version) => ({ version }));

test("lines are new if they came after a version, all those of one version together", () => {
  expect(newsSince(at(1, 4, 4, 5), 3)).toEqual(at(4, 4, 5));
  expect(newsSince(at(1, 4, 4, 5), 4)).toEqual(at(5));
  expect(newsSince(at(1, 4), 4)).toEqual([]);
});

test("the last line has the latest version, and no line has none", () => {
  expect([latestIn(at(1, 4)), latestIn([]), latestIn([], 7)]).toEqual([4, 0, 7]);
});

test("what is followed is new once, and not before it is followed", () => {
  const news = newsOf(at(1, 4));
  expect(news(at(1, 4))).toEqual([]);
  expect(news(at(1, 4, 6, 7))).toEqual(at(6, 7));
  expect(news(at(1, 4, 6, 7))).toEqual([]);
  // Earlier lines were loaded, or only the last ones came after a reconnect.
  expect(news(at(0, 1, 4, 6, 7))).toEqual([]);
  expect(news([])).toEqual([]);
  expect(news(at(7, 9))).toEqual(at(9));
});
