import type { Names } from "./game";
import type { Colour, TableView } from "$wire/protocol";
import { faceOf, seatColours } from "./seats";
import type { Face } from "../ui/Avatar.svelte";

/** A player's place in a finished game. */
export interface Ranked {
  name: string;
  /** Whether they won, alone or with others. */
  won: boolean;
  /** 1 for all who share the win. */
  place: number;
}

/** The players with their names and places, the winners first. Those who are equal stay in their order. */
export function ranked<P extends { seat: number; points: number }>(
  players: readonly P[],
  winners: readonly number[],
  names: (seat: number) => string,
): (P & Ranked)[] {
  const won = (seat: number): boolean => winners.includes(seat);
  return [...players]
    .sort((a, b) => Number(won(b.seat)) - Number(won(a.seat)) || b.points - a.points)
    .map((player, i) => {
      const wins = won(player.seat);
      return { ...player, name: names(player.seat), won: wins, place: wins ? 1 : i + 1 };
    });
}

/** A player on the podium. */
export interface Placed {
  seat: number;
  name: string;
  colour: Colour;
  kind: Face;
  /** 1 for all who share the first place. */
  place: number;
  points: number;
  me: boolean;
}

/** A ranking as the podium shows it. */
export function placed(
  ranking: readonly (Ranked & { seat: number; points: number })[],
  { chairs }: Pick<TableView, "chairs">,
  { me }: Pick<Names, "me">,
): Placed[] {
  const colours = seatColours(chairs);
  return ranking.map(({ seat, name, place, points }) => ({
    seat,
    name,
    colour: colours[seat] ?? "slate",
    kind: faceOf(chairs[seat]),
    place,
    points,
    me: seat === me,
  }));
}

/** The final points of all players in one line, the winners first: "Ada 56  ·  Ben 52". */
export function standingsLine(
  players: readonly { seat: number; points: number }[],
  winners: readonly number[],
  names: (seat: number) => string,
): string {
  return ranked(players, winners, names)
    .map(({ name, points }) => `${name} ${points}`)
    .join("  ·  ");
}
