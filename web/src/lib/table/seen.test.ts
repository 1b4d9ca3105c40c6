import { beforeEach, expect, test } from "vitest";
import { isNewHere, lastSeen, lastThumbnail, rememberedCommitment, rememberSeen } from "./seen";
import { fakeStorage } from "$lib/settings/fake-storage";

let stored: Map<string, string>;

beforeEach(() => {
  stored = fakeStorage();
});

test("a table is remembered as it was shown last, with the commitment that was shown first", () => {
  expect(isNewHere()).toBe(true);
  rememberSeen("ABC234", 3, "first", "");
  rememberSeen("ABC234", 7, "changed", "c1");
  expect([lastSeen("ABC234"), rememberedCommitment("ABC234"), lastThumbnail("ABC234")]).toEqual([
    7,
    "first",
    "c1",
  ]);
  expect(isNewHere()).toBe(false);
});

test("a commitment that comes after the table was shown is remembered as well", () => {
  rememberSeen("ABC234", 1, null, "");
  rememberSeen("ABC234", 2, "first", "");
  expect(rememberedCommitment("ABC234")).toBe("first");
});

test("nothing is known of other tables", () => {
  rememberSeen("ABC234", 3, "first", "c1");
  expect([lastSeen("XYZ567"), rememberedCommitment("XYZ567"), lastThumbnail("XYZ567")]).toEqual([
    0,
    null,
    "",
  ]);
});

test("the tables that were shown last are remembered, of forty", () => {
  for (let n = 0; n < 40; n++) rememberSeen(`T${n}`, n + 1, null, "");
  rememberSeen("T0", 50, null, "");
  rememberSeen("NEW", 1, null, "");
  expect([lastSeen("T0"), lastSeen("T1"), lastSeen("T2")]).toEqual([50, 0, 3]);
});

test("tables that an earlier version of the app remembered have no thumbnail", () => {
  stored.set("seen", JSON.stringify([{ code: "ABC234", version: 3, commitment: null }]));
  expect([lastSeen("ABC234"), lastThumbnail("ABC234")]).toEqual([3, ""]);
});
