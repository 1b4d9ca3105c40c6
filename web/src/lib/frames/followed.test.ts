import { expect, test } from "vitest";
import type { Page, TableView } from "$wire/protocol";
import { FollowedTable, type Line } from "./followed.svelte";

const said = (version: number): Line =>
  ({ version, at: 0, seat: 0, type: "said", text: "" }) as unknown as Line;

function shows(followed: FollowedTable, version: number, talk: Line[], before: number): void {
  const table = { version, code: "ABC234", status: "playing", log: [], talk } as unknown as TableView;
  followed.receive({ type: "table", now: 0, table, earlier: { log: 0, talk: before } });
}

test("an update before the table shows nothing", () => {
  const followed = new FollowedTable();
  followed.receive({ type: "update", now: 0, version: 2 });
  expect(followed.table).toBeNull();
});

test("earlier lines that come after a gap in the talk are dropped", async () => {
  const followed = new FollowedTable();
  shows(followed, 9, [said(8)], 4);
  let answer: (page: Page<Line>) => void = () => undefined;
  const loaded = followed.loadEarlier("talk", () => new Promise((resolve) => (answer = resolve)));
  shows(followed, 50, [said(49)], 30);
  answer({ start: 0, lines: [said(1), said(2)] });
  await loaded;
  expect(followed.table?.talk.map(({ version }) => version)).toEqual([49]);
  expect(followed.earlier.talk).toBe(30);
});

test("after a failure, earlier lines can be asked for again", async () => {
  const followed = new FollowedTable();
  shows(followed, 9, [said(8)], 1);
  const failed = followed.loadEarlier("talk", () => Promise.reject(new Error("no answer")));
  await expect(failed).rejects.toThrow("no answer");
  await followed.loadEarlier("talk", async () => ({ start: 0, lines: [said(7)] }));
  expect(followed.table?.talk.map(({ version }) => version)).toEqual([7, 8]);
});
