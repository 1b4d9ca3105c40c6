import { describe, expect, test, vi } from "vitest";
import { ago, moment, minutesAndSeconds, span } from "./time";

test("how long ago", () => {
  expect(ago(30_000, "en")).toBe("just now");
  expect(ago(5 * 60_000, "en")).toBe("5 minutes ago");
  expect(ago(26 * 3_600_000, "de")).toBe("gestern");
});

test("how long something took", () => {
  expect(span(59_000, "en")).toBe("0 min");
  expect(span(119_000, "de")).toBe("1 Min.");
  expect(span(7_200_000, "en")).toBe("2 hr");
  expect(span(2.5 * 86_400_000, "de")).toBe("2 Tage");
});

test.each([
  [65_000, "1:05"],
  [59_001, "1:00"],
  [1, "0:01"],
  [0, "0:00"],
  [-5_000, "0:00"],
])("%i ms on a clock are %s: it shows zero only when the time is over", (left, shown) =>
  expect(minutesAndSeconds(left)).toBe(shown),
);

describe("a date and an hour", () => {
  /** A Sunday at 22:00 in the zone of this machine. */
  const at = new Date(2026, 10, 29, 22).getTime();
  const DAY = 86_400_000;

  test.each([
    ["en-GB", "en", "Sun 22:00", "Sun 29 Nov, 22:00"],
    ["en-US", "en", "Sun 10:00 PM", "Sun, Nov 29, 10:00 PM"],
    ["de-AT", "de", "So., 22:00", "So., 29. Nov., 22:00"],
    ["hu", "hu", "vasárnap 22:00", "nov. 29., vasárnap 22:00"],
    ["es-ES", "es", "dom, 22:00", "dom, 29 nov, 22:00"],
    // The page is in another language than the browser.
    ["fr-CH", "de", "So., 22:00", "So., 29. Nov., 22:00"],
  ])("in a browser of %s, in %s", (browser, locale, near, far) => {
    vi.stubGlobal("navigator", { languages: [browser, "tlh"] });
    const words = (now?: number): string => moment(at, locale, now).replaceAll("\u202f", " ");
    expect(words(at - 2 * DAY)).toBe(near);
    expect(words(at - 8 * DAY)).toBe(far);
    expect(words(at + DAY)).toBe(far);
    expect(words()).toBe(far);
    vi.unstubAllGlobals();
  });
});
