import { expect, test } from "vitest";
import { ago, minutesAndSeconds, span } from "./time";

test("how long ago", () => {
  expect(ago(30_000, "en")).toBe("this minute");
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
