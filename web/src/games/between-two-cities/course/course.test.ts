import { describe, expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { course } from ".";
import { extent, lowerCity, ownCities, sceneOf, typesIn, type Scene } from "./scene";
import type { City } from "../types";

const city = (board: string, total: number, ...builders: [number, number]): City =>
  ({ cells: { board, corner: "0,0", reach: "" }, builders, score: { total } }) as unknown as City;

const names = Object.assign((seat: number) => ["Zoë", "Ada", "Ben"][seat] ?? "", { me: 0 }) as Names;

/** The learner's view from seat 0: with Ada on the left, Ben on the right. */
function seen(game: Record<string, unknown>, prepared: readonly unknown[] = []): Scene {
  const cities = [
    city("S.../P.../..../....", 4, 0, 1),
    city("F.../..../..../....", 2, 1, 2),
    city("HHm./..../..../....", 3, 2, 0),
  ];
  const view = { phase: "choose", round: "1", turn: 2, turns: 3, kind: "tiles", cities, to_place: [] };
  const table = {
    me: 0,
    version: 7,
    log: [],
    talk: [],
    proposals: [],
    game: { my_sealed: null, offers: { choose: [], place: [] }, view, ...game },
  };
  return sceneOf(table as unknown as TableView, names, prepared);
}

test.each([
  ["..../..../..../....", 0],
  ["S.../..../..../....", 1],
  ["SP../.O../.O../....", 3],
  ["SPOH/..../..../....", 4],
])("how far a city reaches: %s", (board, most) => {
  expect(extent(city(board, 0, 0, 1))).toBe(most);
});

test("the learner's cities, and which of them is lower", () => {
  const scene = seen({});
  expect(ownCities(scene).map(({ number, partner }) => [number, partner])).toEqual([
    [0, 1],
    [2, 2],
  ]);
  expect(lowerCity(scene)?.number).toBe(2);
  expect(typesIn(city("Sdm./..../..../....", 0, 0, 1))).toEqual(["shop", "tavern", "tavern"]);
});

describe("prepared moves", () => {
  const pair = { kind: "choose", pieces: ["P", "S"] };
  const offers = { choose: [{ pieces: ["P", "S"], worth: { total: 4 } }], place: [] };

  test("is forgotten once it can't be made any more", () => {
    expect(course.drafts(seen({ offers }, [pair]))).toEqual([pair]);
    expect(course.drafts(seen({ offers, my_sealed: pair }, [pair]))).toEqual([]);
    expect(course.drafts(seen({}, [pair]))).toEqual([]);
  });

  test("and what came of it is said in points", () => {
    const before = seen({ offers }, [pair]);
    const now = seen({ offers, my_sealed: { kind: "choose", pieces: ["S", "P"] } });
    expect(course.outcome(before, before, false)).toBeNull();
    expect(course.outcome(before, now, false)).toBe(
      "You keep a shop and a park: +4 points as the cities stand.",
    );
    expect(course.outcome(before, now, true)).toBe("+4 points.");
  });

  test("is the same pair in any order", () => {
    expect(course.same(pair, { kind: "choose", pieces: ["S", "P"] })).toBe(true);
    expect(course.same(pair, { kind: "choose", pieces: ["S", "S"] })).toBe(false);
  });
});

test("first come the two cities, then the hand; a lesson on a type waits until there is one", () => {
  const scene = seen({ offers: { choose: [{}], place: [] } });
  const applying = course.lessons.filter((lesson) => lesson.applies(scene)).map(({ id }) => id);
  expect(applying.slice(0, 2)).toEqual(["cities", "hand"]);
  // Its own cities have shops, parks, houses and a tavern; no city has an office.
  expect(applying).toEqual(expect.arrayContaining(["shop", "park", "house", "tavern", "lower"]));
  expect(applying).not.toContain("office");
});
