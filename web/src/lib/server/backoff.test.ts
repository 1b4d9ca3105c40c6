import { expect, test } from "vitest";
import { backoff } from "./connection.svelte";

test("waiting grows, and has an end", () => {
  expect(backoff(0, () => 1)).toBe(400);
  expect(backoff(1, () => 1)).toBe(800);
  expect(backoff(3, () => 0)).toBe(1600);
  expect(backoff(50, () => 1)).toBe(15_000);
});
