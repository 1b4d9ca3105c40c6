import { expect, test } from "vitest";
import { gamesOf, isDataDownload, joined } from "./records";

const game = (deal: string, move = "x"): string =>
  `{"record":1,"deal":{"commitment":"${deal}"}}\n{"seat":0,"move":"${move}"}\n{"result":{}}\n`;

test("a file is taken apart where games begin", () => {
  expect(gamesOf(game("a") + game("b"))).toEqual([game("a"), game("b")]);
  expect(gamesOf(`\n${game("a")}`)).toEqual([`\n${game("a")}`]);
  expect(gamesOf("no record")).toEqual(["no record"]);
});

test("each game is once in a joined file, with any names and any talk", () => {
  const unsigned = '{"record":1}\n{"result":{}}\n';
  const told = game("b")
    .replace('"deal"', '"players":["deleted"],"deal"')
    .replace('{"result"', '{"talk":{"text":"psst"}}\n{"result"');
  const files = [game("a") + game("b").trimEnd(), "", told + game("c"), unsigned + unsigned];
  expect(joined(files)).toBe(game("a") + game("b") + game("c") + unsigned);
  expect(joined([])).toBe("");
});

test("another game of the same deal is another game", () => {
  const [played, wentOn] = [game("a", "x"), game("a", "y")];
  expect(joined([played, wentOn, played])).toBe(played + wentOn);
});

test("the download of all data is no file of records", () => {
  expect(isDataDownload('{"me":{"name":"Ada"},"devices":[],"recovery":{}}\n{"table":"ABC234"}\n')).toBe(true);
  for (const other of ['{"record":1,"game":"g"}\n', "Dear Townhall", "", "null"])
    expect(isDataDownload(other)).toBe(false);
});
