import { beforeEach, expect, test } from "vitest";
import { dropSheet, keepSheet, keptSheets } from "./kept-sheets";
import { fakeStorage } from "$lib/settings/fake-storage";

beforeEach(() => {
  fakeStorage();
});

const sheet = (id: number, title = "") => ({ id, game: "point-city", position: `v=${id}`, title, at: id });

test("a sheet is kept once, the latest first, until it is dropped", () => {
  keepSheet(sheet(1));
  keepSheet(sheet(2));
  keepSheet(sheet(1, "changed"));
  expect(keptSheets()).toEqual([sheet(1, "changed"), sheet(2)]);
  dropSheet(1);
  expect(keptSheets()).toEqual([sheet(2)]);
});

test("thirty are kept, and an invalid list is read as an empty one", () => {
  for (let id = 0; id < 40; id += 1) keepSheet(sheet(id));
  expect(keptSheets().map(({ id }) => id)).toEqual([...Array(30).keys()].map((i) => 39 - i));
  for (const text of ["[1]", "[null]", "{}", "x", '[{"id":"1"}]']) {
    localStorage.setItem("sheets", text);
    expect(keptSheets()).toEqual([]);
  }
});
