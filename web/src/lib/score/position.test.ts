import { expect, test } from "vitest";
import { fragmentOf, positionOf } from "./position";

test("a position in a link comes back as it was", () => {
  const position = {
    variant: "two-player",
    players: 2,
    names: ["", "Zoë & Ben, #1"],
    body: "SSSSHHOmOPOOOPHP-................",
  };
  const fragment = fragmentOf(position);
  expect(fragment).not.toMatch(/[\s#]/);
  expect(positionOf(`#${fragment}`)).toEqual(position);
});

test("names are as long as people see them", () => {
  const position = { variant: "standard", players: 3, names: ["👨‍👩‍👧‍👦".repeat(24)], body: "" };
  expect(positionOf(fragmentOf(position))).toEqual(position);
});

test("missing names and an empty table take no room", () => {
  expect(fragmentOf({ variant: "standard", players: 3, names: ["", ""], body: "" })).toBe("v=standard&n=3");
});

test.each(["", "#", "#v=standard", "#v=standard&n=0", "#v=standard&n=x", "#n=3", "#nonsense"])(
  "%j is an invalid position",
  (fragment) => expect(positionOf(fragment)).toBeNull(),
);
