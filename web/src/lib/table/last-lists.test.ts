import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "$lib/settings/fake-storage";
import { keepLists, lastLists, openAnew } from "./last-lists";
import type { ListedTable } from "./tables";

const NONE = { mine: [], open: [], watch: [] };
let stored: Map<string, string>;

beforeEach(() => (stored = fakeStorage()));

afterAll(() => vi.unstubAllGlobals());

const tables = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ code: `T${n}`, names: ["Ada", null] }) as ListedTable);

test("the lists of the last time are there, as far as a page shows them at once", () => {
  expect(lastLists()).toEqual(NONE);
  keepLists({ mine: tables(30), open: tables(1), watch: [] });
  const { mine, open } = lastLists();
  expect([mine.length, open.map(({ code }) => code)]).toEqual([20, ["T0"]]);
});

test.each(["{", "null", '{"mine":[]}', '{"mine":[{"code":1}],"open":[],"watch":[]}'])(
  "%s is no list",
  (text) => {
    stored.set("last-lists", text);
    expect(lastLists()).toEqual(NONE);
  },
);

test("another user of the browser sees nothing of them", () => {
  const replace = vi.fn();
  vi.stubGlobal("location", { replace });
  keepLists({ mine: tables(1), open: [], watch: [] });
  openAnew();
  expect(lastLists()).toEqual(NONE);
  expect(replace).toHaveBeenCalledWith("/");
});
