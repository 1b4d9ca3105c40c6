import { beforeEach, expect, test, vi } from "vitest";
import { isFlag, Setting } from "./setting.svelte";
import { fakeStorage } from "./fake-storage";

const KEY = "a-setting";
const stored = (): boolean => new Setting(KEY, isFlag, true).value;

let kept: Map<string, string>;

beforeEach(() => {
  kept = fakeStorage();
});

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

test("what can't be stored lasts until the page is closed", () => {
  const setting = new Setting(KEY, isFlag, true);
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  setting.value = false;
  expect(stored()).toBe(false);
  vi.stubGlobal("localStorage", { getItem: () => "true", setItem: () => undefined });
  expect(stored()).toBe(false);
  setting.value = true;
  expect(stored()).toBe(true);
});
