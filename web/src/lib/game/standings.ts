import type { Names } from "./game";
import type { Colour, GameResult, TableView } from "$wire/protocol";
import { faceOf, seatColours } from "./seats";
import type { Face } from "../ui/Avatar.svelte";

/** A player's points, and the numbers that break ties. */
export interface Scored {
  seat: number;
  points: number;
  /** Compared one after the other among those who have equal points: more is better. Left out if nothing breaks ties. */
  ties?: readonly number[];
}

/** A player's place in a finished game. */
export interface Ranked {
  name: string;
  /** Whether they won, alone or with others. */
  won: boolean;
  /** The place, from 1: equal for all who share it. */
  place: number;
}

/** The first number in which two players with equal points differ; -1 if they are equal in all. */
const differsAt = (one: Scored, other: Scored): number =>
  (one.ties ?? []).findIndex((number, i) => number !== other.ties?.[i]);

function compare(one: Scored, other: Scored): number {
  const at = differsAt(one, other);
  return other.points - one.points || (at < 0 ? 0 : (other.ties?.[at] ?? 0) - (one.ties?.[at] ?? 0));
}

/** The players with their names and places, the winners first. Equal players stay in their order. */
export function ranked<P extends Scored>(
  players: readonly P[],
  winners: readonly number[],
  names: (seat: number) => string,
): (P & Ranked)[] {
  const won = ({ seat }: P): boolean => winners.includes(seat);
  const ranking = [...players].sort((a, b) => Number(won(b)) - Number(won(a)) || compare(a, b));
  const first = (player: P): number =>
    ranking.findIndex((one) => won(one) === won(player) && (won(one) || compare(one, player) === 0));
  return ranking.map((player) => ({
    ...player,
    name: names(player.seat),
    won: won(player),
    place: first(player) + 1,
  }));
}

/** The places of a finished game in a list, by seat. Games of earlier versions name none: their winners come first, the others by points. */
export function placesOf({ places, points, winners }: GameResult): readonly number[] {
  if (places) return places;
  const before = (one: number, other: number): boolean => {
    const [first, second] = [winners.includes(one), winners.includes(other)];
    return first === second ? !first && (points[one] ?? 0) > (points[other] ?? 0) : first;
  };
  return points.map((_, seat) => 1 + points.filter((_, other) => before(other, seat)).length);
}

/** How players with equal points were ranked. */
export type Tie =
  /** They share a place. */
  | { place: number; points: number; shared: readonly string[] }
  /** Some are before others, by the first of `Scored.ties` that differs. */
  | {
      place: number;
      points: number;
      before: readonly string[];
      behind: readonly string[];
      by: number;
      more: number;
      fewer: number;
    };

/** The ties of a ranking, the best first. */
export function tiesIn(ranking: readonly (Scored & Ranked)[]): Tie[] {
  const places = [...new Set(ranking.map(({ place }) => place))];
  const groups = places.map((at) => ranking.filter(({ place }) => place === at));
  return groups.flatMap((group, i) => {
    const found: Tie[] = [];
    const [one] = group;
    const next = groups[i + 1] ?? [];
    if (!one) return found;
    const { place, points } = one;
    const names = group.map(({ name }) => name);
    if (group.length > 1) found.push({ place, points, shared: names });
    const by = next[0]?.points === points ? differsAt(one, next[0]) : -1;
    if (next[0] && by >= 0)
      found.push({
        place,
        points,
        before: names,
        behind: next.map(({ name }) => name),
        by,
        more: one.ties?.[by] ?? 0,
        fewer: next[0].ties?.[by] ?? 0,
      });
    return found;
  });
}

/** A player on the podium. */
export interface Placed {
  seat: number;
  name: string;
  colour: Colour;
  kind: Face;
  /** The place, which is equal for all players who share it. */
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

/** The players of a ranking who stand on the podium, from left to right, and the viewer, if not among them. */
export function onPodium(all: readonly Placed[]): { steps: Placed[]; own: Placed | undefined } {
  const [best, ...others] = all.slice(0, 3);
  const steps = [others[0], best, others[1]].filter((one) => one !== undefined);
  return { steps, own: all.find((one) => one.me && !steps.includes(one)) };
}
