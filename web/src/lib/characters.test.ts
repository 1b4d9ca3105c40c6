import { expect, test } from "vitest";
import { firstCharacters } from "./characters";

test.each([
  ["Anna", 3, "Ann"],
  ["Anna", 4, "Anna"],
  ["👨‍👩‍👧‍👦🇭🇺é!", 3, "👨‍👩‍👧‍👦🇭🇺é"],
  ["", 2, ""],
])("of %j at most %i characters are kept", (text, most, kept) => {
  expect(firstCharacters(text, most)).toBe(kept);
});
