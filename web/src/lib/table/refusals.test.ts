import { expect, test } from "vitest";
import { m } from "../../paraglide/messages.js";
import { locales, overwriteGetLocale } from "../../paraglide/runtime.js";
import { Refused } from "./refused";
import { entryWords, failureWords, refusalWords } from "./refusals";
import type { Code } from "$wire/protocol";

test("every language has words for a refusal, and an unknown code is the server's fault", () => {
  const said = locales.map((locale) => {
    overwriteGetLocale(() => locale);
    return refusalWords({ code: "stale", detail: "" });
  });
  expect(new Set(said).size).toBe(locales.length);
  overwriteGetLocale(() => "en");
  expect(refusalWords({ code: "never-heard-of" as Code, detail: "" })).toBe(m.refused_internal());
});

test("numbers of a refusal are in its words", () => {
  const refusal = { code: "too-soon", detail: "", params: { seconds: "17" } } as const;
  for (const locale of locales) {
    overwriteGetLocale(() => locale);
    expect(refusalWords(refusal)).toContain("17");
  }
});

test("too many of something are said to be that, not too fast", () => {
  overwriteGetLocale(() => "en");
  const words = refusalWords({ code: "too-many", detail: "", params: { most: "10" } });
  expect(words).toBe(m.refused_at_most({ most: "10" }));
});

test("numbers choose the form of the word", () => {
  overwriteGetLocale(() => "de");
  expect(m.status_free({ count: 1 })).toBe("1 Stuhl frei");
  expect(m.status_free({ count: 2 })).toBe("2 Stühle frei");
  overwriteGetLocale(() => "hu");
  expect(m.status_free({ count: 2 })).toBe("2 szabad szék");
});

test("a failure is said in the caller's words if it has some for that reason", () => {
  const refused = (code: Code) => new Refused({ code, detail: "" });
  const own = { "bad-text": "not a name" };
  expect(failureWords(refused("bad-text"), own)).toBe("not a name");
  expect(failureWords(refused("taken"), own)).toBe(m.refused_taken());
  expect(failureWords(new TypeError("Failed to fetch"), own)).toBe(m.no_server());
  for (const code of ["unknown", "malformed"] as const)
    expect(entryWords(refused(code), "no such code")).toBe("no such code");
  expect(entryWords(refused("too-many"), "no such code")).toBe(m.refused_too_many());
});
