import { vi } from "vitest";

/** Replaces the browser's storage for one test. Returns its contents: texts by their keys. */
export function fakeStorage(contents: Iterable<[string, string]> = []): Map<string, string> {
  const stored = new Map(contents);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  return stored;
}
