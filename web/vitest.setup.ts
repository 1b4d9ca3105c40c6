// The test files share their modules and globals, which are loaded once: what a test replaces is restored after it.
import { afterEach, vi } from "vitest";
import { overwriteGetLocale } from "./src/paraglide/runtime.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  overwriteGetLocale(() => "en");
});
