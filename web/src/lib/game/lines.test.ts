import { expect, test } from "vitest";
import { m } from "../../paraglide/messages.js";
import { locales, overwriteGetLocale } from "../../paraglide/runtime.js";
import type { GameTable, Names } from "./game";
import { logWords } from "./lines";
import type { LogEntry, TableView } from "$wire/protocol";

test("the log says for how long no server was there, and that its clock was set back", () => {
  const words = (from: number, until: number) => {
    const entry: LogEntry = { version: 1, at: until, type: "unserved", from, until };
    return logWords(entry, {} as GameTable, (() => "") as unknown as Names, {} as TableView);
  };
  for (const locale of locales) {
    overwriteGetLocale(() => locale);
    expect(words(1000, 1000 + 3 * 86_400_000)).toMatch(/\b3\b/);
    expect(words(2000, 1000)).toBe(m.log_set_back());
  }
});
