import { expect, test } from "vitest";
import { m } from "../../paraglide/messages.js";

test.each(["en", "de", "hu", "es"] as const)(
  "made-up names are many, short and different in %s",
  (locale) => {
    const names = m.guest_names({}, { locale }).split(",");
    expect(names.length).toBeGreaterThanOrEqual(64);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name.length > 8 || name !== name.trim())).toEqual([]);
  },
);
