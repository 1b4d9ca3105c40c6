import { expect, test } from "vitest";
import { games } from "./registry";

test("High Card is in the test build only", () => {
  expect(games.map(({ id }) => id)).toEqual(["between-two-cities", "point-city"]);
});
