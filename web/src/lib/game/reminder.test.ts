import { expect, test } from "vitest";
import type { TableView } from "$wire/protocol";
import { saidIn } from "./lines";

const chairs = [{ sitter: { kind: "bot", name: "Bruno" } }, { sitter: { kind: "person", name: "Ada" } }];

test.each([
  ["Ada, du bist dran!", "Ada, it’s your turn!"],
  ["¡Ada, te toca!", "Ada, it’s your turn!"],
  ["Ben, du bist dran!", "Ben, du bist dran!"],
  ["Du bist dran!", "Du bist dran!"],
])("a reminder is in the reader's language, other lines as they were written: %s", (text, shown) => {
  expect(saidIn(text, { chairs } as unknown as TableView)).toBe(shown);
});
