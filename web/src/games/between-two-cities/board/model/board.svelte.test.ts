import { beforeEach, expect, test, vi } from "vitest";
import type { TableProps } from "$lib/game/game";
import type { Action, GameState, TableView } from "$wire/protocol";
import type { Connection } from "$lib/table/connection";
import type { Offers, Placeable, View } from "../../types";
import { lostDraft, question, standOff } from "../question";
import { BoardModel } from "./board.svelte";
import type { Ghost } from "./talk.svelte";

const placeable = (piece: string, city: number, spot: string): Placeable => ({
  piece,
  city,
  spot,
  worth: { total: 1 },
  effects: [],
});

/** Seat 0 between seats 1 and 2: city 0 is on its left, city 2 on its right. */
const cities = [[0, 1], [1, 2], [2, 0]].map((builders) => ({ builders })); // prettier-ignore

let sent: Action[];
let table: TableView;
let board: BoardModel;

function show(view: Partial<View>, offers: Partial<Offers>, game: Partial<GameState> = {}): void {
  const person = { kind: "person", name: "Ada", colour: "teal", stand_in: null };
  table = {
    code: "ABC234",
    me: 0,
    options: { pace: "untimed", talk: "open", game: {} },
    chairs: [person, person, person].map((sitter) => ({ sitter, online: true })),
    proposals: [],
    log: [],
    talk: [],
    game: {
      view: { round: "1", turn: 1, seats: 3, cities, to_place: [], hand: null, ...view },
      offers: { choose: [], place: [], suggest: [], ...offers },
      my_sealed: null,
      plan: null,
      undo: null,
      ...game,
    },
  } as unknown as TableView;
}

const connection = { send: async (action: Action) => void sent.push(action) } as unknown as Connection;
const names = Object.assign(() => "Ada", { me: 0 });

beforeEach(() => {
  sent = [];
  board = new BoardModel(() => ({ table, connection, names }) satisfies TableProps);
});

test("two picked tiles are sealed as offered; a third one replaces the first", async () => {
  const choose = [{ pieces: ["S", "P"] as [string, string], worth: { total: 3 } }];
  show({ phase: "choose", hand: ["P", "S", "H"] }, { choose });
  board.choosing.pick(2);
  board.choosing.pick(0);
  expect(board.choosing.pair).toBeNull();
  board.choosing.pick(1);
  expect(board.choosing.picked).toEqual([0, 1]);
  await board.choosing.seal();
  expect(sent).toEqual([{ type: "move", mv: { kind: "choose", pieces: ["S", "P"] } }]);
});

test("of two equal tiles the one that was picked is shown raised once it is sealed", () => {
  const choose = [{ pieces: ["S", "P"] as [string, string], worth: { total: 3 } }];
  show({ phase: "choose", hand: ["P", "S", "P"] }, { choose });
  board.choosing.pick(1);
  board.choosing.pick(2);
  show({ phase: "choose", hand: ["P", "S", "P"] }, {}, { my_sealed: { kind: "choose", pieces: ["S", "P"] } });
  expect(board.choosing.raised).toEqual([1, 2]);
});

test("sealed tiles are shown raised in the hand", () => {
  show({ phase: "choose", hand: ["P", "S", "P"] }, {}, { my_sealed: { kind: "choose", pieces: ["P", "P"] } });
  expect(board.choosing.raised).toEqual([0, 2]);
  expect(board.choosing.active).toBe(false);
});

/** Seat 0 has a shop and a park to place, either of them in either of its cities. */
function showPlacing(): void {
  const left = ["S", "P"].map((piece) => ({ piece, seat: 0, city: null }));
  const place = ["S", "P"].flatMap((piece) => [placeable(piece, 0, "1,0"), placeable(piece, 2, "0,1")]);
  const suggest = [{ ...placeable("H", 0, "0,1"), seat: 1 }];
  const to_place = [{ seat: 0, left }];
  show({ phase: "place", to_place }, { place, suggest });
}

test("drafts go to different cities and are sent as moves", async () => {
  showPlacing();
  expect(board.placing.selected?.piece).toBe("S");
  const [shop] = board.spots;
  if (shop) board.choose(shop);
  expect(board.spots).toEqual([placeable("P", 2, "0,1")]);
  expect(board.explained).toEqual([placeable("S", 0, "1,0")]);
  board.layProposed({ piece: "P", city: 2, spot: "0,1" });
  await board.placing.place();
  expect(sent).toEqual([
    { type: "move", mv: { kind: "place", piece: "S", city: 0, spot: "1,0" } },
    { type: "move", mv: { kind: "place", piece: "P", city: 2, spot: "0,1" } },
  ]);
});

test("a draft whose spot a partner takes does not put another tile under the finger", () => {
  showPlacing();
  const [shop] = board.spots;
  if (shop) board.choose(shop);
  expect(board.placing.selected?.piece).toBe("P");
  const left = ["S", "P"].map((piece) => ({ piece, seat: 0, city: null }));
  const place = ["S", "P"].flatMap((piece) => [placeable(piece, 0, "2,0"), placeable(piece, 2, "0,1")]);
  const to_place = [{ seat: 0, left }];
  show({ phase: "place", to_place }, { place, suggest: [] });
  expect(board.placing.drafts.size).toBe(0);
  expect(board.placing.selected?.piece).toBe("P");
});

test("to agree to a proposal puts back only the draft that lies there, and the page says so", async () => {
  showPlacing();
  board.layProposed({ piece: "S", city: 0, spot: "1,0" });
  board.layProposed({ piece: "P", city: 2, spot: "0,1" });
  const proposed = (piece: string, seat: number, spot: string): Ghost => {
    const mv = { kind: "place", piece, city: 0, spot };
    return { proposal: { id: 1, by: 1, seat, mv, answers: [] }, piece, city: 0, spot };
  };
  await board.answer(proposed("H", 1, "0,1"), true);
  expect(board.placing.drafts.size).toBe(2);
  expect(lostDraft(board)).toBeNull();
  await board.answer(proposed("H", 1, "1,0"), true);
  expect([...board.placing.drafts.values()]).toEqual([placeable("P", 2, "0,1")]);
  expect(lostDraft(board)).toBe("You leave the spot to Ada. You have the shop back.");
  // For the viewer's own tile: the other one was in that city.
  board.layProposed({ piece: "S", city: 0, spot: "1,0" });
  expect(lostDraft(board)).toBeNull();
  await board.answer(proposed("P", 0, "1,0"), true);
  expect([...board.placing.drafts.values()]).toEqual([placeable("P", 0, "1,0")]);
  expect(lostDraft(board)).toBe("You have the shop back.");
});

test("a draft that a partner's tile makes impossible is back for another reason than one that is built over", () => {
  showPlacing();
  board.layProposed({ piece: "S", city: 0, spot: "1,0" });
  const left = ["S", "P"].map((piece) => ({ piece, seat: 0, city: null }));
  const to_place = [{ seat: 0, left }];
  show({ phase: "place", to_place }, { place: [placeable("S", 2, "0,1"), placeable("P", 2, "0,1")] });
  expect(lostDraft(board)).toBe(
    "Ada has built, and your spot is no longer possible. You have the shop back.",
  );
});

test("a draft can be proposed to the partner, once", async () => {
  showPlacing();
  const [shop] = board.spots;
  if (shop) board.choose(shop);
  expect(board.talk.askable).toHaveLength(1);
  await board.talk.ask(0);
  const mv = { kind: "place", piece: "S", city: 0, spot: "1,0" };
  expect(sent).toEqual([{ type: "propose", seat: 0, mv }]);
  table.proposals = [{ id: 1, by: 0, seat: 0, mv, answers: [] }];
  expect(board.talk.askable).toEqual([]);
});

test("a spot for a partner's tile is proposed, and steps back end that", async () => {
  showPlacing();
  expect(board.talk.tilesOfPartner(0)).toEqual([{ seat: 1, piece: "H" }]);
  board.suggest(1, "H");
  expect(board.spots).toMatchObject([{ piece: "H", city: 0 }]);
  expect(board.stepBack()).toBe(true);
  expect(board.talk.suggesting).toBeNull();
  board.suggest(1, "H");
  const [house] = board.spots;
  if (house) board.choose(house);
  expect(sent).toEqual([
    { type: "propose", seat: 1, mv: { kind: "place", piece: "H", city: 0, spot: "0,1" } },
  ]);
  expect(board.stepBack()).toBe(false);
});

test("beside Automas tiles are placed at once, except for the last one, and hints lay drafts only", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, querySelector: () => null });
  showPlacing();
  const { chairs, options } = table;
  const automas = chairs.map((chair, i) => (i === 0 ? chair : { ...chair, sitter: { kind: "automaton" } }));
  const beside = { chairs: automas, options: { ...options, undo: "until-revealed" } } as Partial<TableView>;
  Object.assign(table, beside);
  board.layProposed({ piece: "P", city: 2, spot: "0,1" });
  expect(sent).toEqual([]);
  board.stepBack();
  const [shop] = board.spots;
  if (shop) await board.choose(shop);
  expect(sent).toMatchObject([{ mv: { piece: "S", city: 0 } }]);

  const left = [{ piece: "P", seat: 0, city: null }];
  const to_place = [{ seat: 0, left }];
  show({ phase: "place", to_place }, { place: [placeable("P", 2, "0,1")] });
  Object.assign(table, beside);
  board = new BoardModel(() => ({ table, connection, names }) satisfies TableProps);
  const [park] = board.spots;
  if (park) await board.choose(park);
  expect(board.soon.lasts).not.toBeNull();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toMatchObject([{}, { mv: { piece: "P", city: 2 } }]);
});

test("the page says that a player waits only while a partner has a tile to place", () => {
  const offers = { place: [placeable("P", 0, "0,0")] };
  const waits = { goes_first: null, waiting: [0], sealed: [] };
  show({ phase: "place" }, offers, { ...waits, to_act: [0, 1] });
  expect(standOff(board)).not.toBeNull();
  show({ phase: "place" }, offers, { ...waits, to_act: [0] });
  expect(standOff(board)).toBeNull();
});

test("where one city is shown, the question names that city, or says to turn to the other", () => {
  showPlacing();
  const [shop] = board.spots;
  if (shop) board.choose(shop);
  // The park has city 2 left, on the right.
  expect(board.shown.side).toBe("right");
  expect(question(board, true)).toBe("With Ada: where do you build the park?");
  board.shown.turnTo("left");
  expect(question(board, true)).toBe("You can only build the park in the city with Ada: turn to it above.");
  expect(question(board)).toBe("With Ada: where do you build the park?");
});
