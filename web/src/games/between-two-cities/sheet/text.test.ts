import { expect, test } from "vitest";
import { citiesOf, EMPTY, textOf } from "./text";

const CITY = "SSSSHHOmOPOOOPHP";

test("cities in a link come back as they were", () => {
  expect(textOf([CITY, EMPTY, "mdFF............", EMPTY])).toBe(`${CITY}-${EMPTY}-mdFF............`);
  expect(citiesOf(textOf([CITY, EMPTY, CITY]))).toEqual([CITY, EMPTY, CITY]);
  expect(textOf([EMPTY, EMPTY])).toBe("");
  expect(citiesOf("")).toEqual([]);
});

test("an invalid city is read as an empty one", () => {
  expect(citiesOf(`SSS-${CITY}-xxxxxxxxxxxxxxxx`)).toEqual([EMPTY, CITY, EMPTY]);
});
