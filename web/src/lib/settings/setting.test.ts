import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { isFlag, Setting } from "./setting.svelte";

const KEY = "a-setting";
const stored = (): boolean => new Setting(KEY, isFlag, true).value;

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterAll(() => vi.unstubAllGlobals());

test("a setting keeps what was chosen, for the next page too", () => {
  const setting = new Setting(KEY, isFlag, true);
  expect(setting.value).toBe(true);
  setting.value = false;
  expect(setting.value).toBe(false);
  expect(stored()).toBe(false);
});

test.each([
  ["nothing", null],
  ["text that is no JSON", "{"],
  ["a value of another type", '"no"'],
])("the usual value is used if %s was kept", (_, text) => {
  if (text !== null) kept.set(KEY, text);
  expect(stored()).toBe(true);
});
