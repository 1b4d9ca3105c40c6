import { expect, test } from "vitest";
import { ago } from "./time";

test("how long ago", () => {
  expect(ago(30_000, "en")).toBe("this minute");
  expect(ago(5 * 60_000, "en")).toBe("5 minutes ago");
  expect(ago(26 * 3_600_000, "de")).toBe("gestern");
});
