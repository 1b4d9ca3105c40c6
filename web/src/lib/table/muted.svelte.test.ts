import { beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "$lib/settings/fake-storage";

let stored: Map<string, string>;

/** The module as a page that was just opened has it. */
async function opened(): Promise<typeof import("./muted.svelte")> {
  vi.resetModules();
  return import("./muted.svelte");
}

beforeEach(() => {
  stored = fakeStorage();
});

test("a player is muted at one table, until they are unmuted", async () => {
  const { isMutedAt, mute } = await opened();
  mute("AAAAAA", "Ben", true);
  mute("AAAAAA", "Ben", true);
  expect(isMutedAt("AAAAAA", "Ben")).toBe(true);
  expect(isMutedAt("AAAAAA", "Ada")).toBe(false);
  expect(isMutedAt("BBBBBB", "Ben")).toBe(false);
  mute("AAAAAA", "Ben", false);
  expect(isMutedAt("AAAAAA", "Ben")).toBe(false);
});

test("the browser remembers it, for the latest fifty tables", async () => {
  const first = await opened();
  for (let table = 0; table < 51; table++) first.mute(`T${table}`, "Ben", true);
  const { isMutedAt } = await opened();
  expect(isMutedAt("T0", "Ben")).toBe(false);
  expect(isMutedAt("T1", "Ben") && isMutedAt("T50", "Ben")).toBe(true);
});

test("invalid stored data is ignored", async () => {
  stored.set("muted", JSON.stringify([["AAAAAA", "Ben"], 3]));
  const { isMutedAt } = await opened();
  expect(isMutedAt("AAAAAA", "Ben")).toBe(false);
});
