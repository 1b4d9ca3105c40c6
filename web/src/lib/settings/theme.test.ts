import { expect, test, vi } from "vitest";
import { fakeStorage } from "./fake-storage";

/** The module as a page that was just opened has it, and the theme that the page shows. */
async function opened(
  kept: string | null,
): Promise<{ theme: typeof import("./theme.svelte").theme; shown: () => string | undefined }> {
  fakeStorage(kept === null ? [] : [["theme", kept]]);
  const dataset: { theme?: string } = {};
  vi.stubGlobal("document", { documentElement: { dataset } });
  vi.resetModules();
  return { theme: (await import("./theme.svelte")).theme, shown: () => dataset.theme };
}

test.each([
  [null, "system"],
  ['"system"', "system"],
  ['"light"', "light"],
  ['"dark"', "dark"],
  ['"neon"', "system"],
])("of what was kept, %s, the theme %s is shown", async (kept, expected) => {
  const { theme, shown } = await opened(kept);
  expect(theme.current).toBe(expected);
  expect(shown()).toBe(expected === "system" ? undefined : expected);
});

test("another theme is shown at once and kept", async () => {
  const { theme, shown } = await opened('"dark"');
  theme.current = "system";
  expect(shown()).toBeUndefined();
  theme.current = "light";
  expect(shown()).toBe("light");
  expect(localStorage.getItem("theme")).toBe('"light"');
});
