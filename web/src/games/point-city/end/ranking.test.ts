import { expect, test } from "vitest";
import type { Names } from "$lib/game/game";
import type { Outcome, View } from "../types";
import { rankingOf, tieWords, verdict } from "./ranking";

const NAMES = ["Ada", "Ben", "Cleo"];
const named = (me: number | null, all = NAMES): Names =>
  Object.assign((seat: number) => all[seat] ?? "", { me });

/** A game of people with these points and cards left, or of one person and the city, in which no cards are compared. */
function game(totals: readonly number[], winners: readonly number[], cards?: readonly number[]) {
  const players = totals.map((total, seat) => ({ seat, total, cards_left: cards?.[seat] }));
  const view = { markers: cards ? null : {}, cities: players } as unknown as View;
  return { view, outcome: { players, winners } as unknown as Outcome };
}

for (const { totals, winner, me, says } of [
  { totals: [41, 38], winner: 0, me: 0, says: "You beat the city, 41 to 38!" },
  { totals: [41, 38], winner: 0, me: null, says: "Ada beats the city, 41 to 38." },
  { totals: [38, 41], winner: 1, me: 0, says: "The city wins, 41 to 38." },
  // Ties go to the city.
  { totals: [40, 40], winner: 1, me: 0, says: "The city wins, 40 to 40." },
  { totals: [38, 41], winner: 1, me: null, says: "The city wins, 41 to 38." },
])
  test(`alone, ${totals.join(" to ")}, ${me === null ? "watched" : "played"}: ${says}`, () => {
    const { view, outcome } = game(totals, [winner]);
    const names = named(me, ["Ada", "The city"]);
    const ranking = rankingOf(outcome, names);
    expect(verdict(view, outcome, ranking, names)).toBe(says);
    expect(ranking.map(({ place, seat }) => `${place} ${seat}`)).toEqual([`1 ${winner}`, `2 ${1 - winner}`]);
  });

for (const { winners, cards, me, says, ties } of [
  { winners: [1], cards: [2, 5, 1], me: 1, says: "You win with 40 points!" },
  { winners: [1], cards: [2, 5, 1], me: null, says: "Ben wins with 40 points." },
  {
    winners: [0, 1],
    cards: [3, 3, 0],
    me: 0,
    says: "Ada and Ben share the win: equal points and equally many cards left.",
    ties: ["Place 1 is shared by Ada and Ben: tied at 40, cards left: 3."],
  },
])
  test(`among people: ${says}`, () => {
    const { view, outcome } = game([40, 40, 30], winners, cards);
    const names = named(me);
    const ranking = rankingOf(outcome, names);
    expect(verdict(view, outcome, ranking, names)).toBe(says);
    expect(tieWords(ranking)).toEqual(ties ?? ["Place 1: Ben before Ada. Tied at 40, cards left 5 to 2."]);
  });
