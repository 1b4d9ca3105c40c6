import { expect, it } from "vitest";
import type { TableView, TalkItem } from "$wire/protocol";
import { keepTalk, saidAt, saidBefore } from "./talk-before";

const names = (seat: number): string => ["Ada", "Ben"][seat] ?? "?";
const table = (code: string, talk: Partial<TalkItem>[]): TableView =>
  // Nothing else of the table is read.
  ({ code, talk }) as unknown as TableView;

it("keeps what was said in words over several rematches, and no more than can be read", () => {
  const first = table("AAAAAA", [
    { type: "said", seat: 1, name: "Cleo", text: "Room for me?" },
    { type: "signalled", seat: 0, signal: "you-first" },
    { type: "said", seat: 0, text: "Well played" },
  ]);
  keepTalk("BBBBBB", saidAt(first, names));
  const lines = [
    { name: "Cleo", text: "Room for me?" },
    { name: "Ada", text: "Well played" },
  ];
  expect(saidBefore("BBBBBB")).toEqual(lines);
  expect(saidBefore("AAAAAA")).toEqual([]);

  const second = table("BBBBBB", [{ type: "said", seat: 1, text: "Again!" }]);
  keepTalk("CCCCCC", saidAt(second, names));
  expect(saidBefore("CCCCCC")).toEqual([...lines, { name: "Ben", text: "Again!" }]);

  const many = Array.from({ length: 80 }, (_, i) => ({ type: "said" as const, seat: 0, text: String(i) }));
  const last = saidAt(table("CCCCCC", many), names);
  expect([last.length, last[0]?.text, last.at(-1)?.text]).toEqual([30, "50", "79"]);
});
