import type { Better, GameTable, MoveDescription, Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { about, capital, listed } from "$lib/game/words";
import type { Judged, Mark, Over, Why } from "$wire/engine";
import { m } from "../../../paraglide/messages.js";
import { getLocale } from "../../../paraglide/runtime.js";
import type { CurvePoint } from "./decisions";

/** The most parts of a table that are named as a reason. */
const MOST_PARTS = 3;

export const MARKS: readonly Mark[] = ["best", "good", "inexact", "slip", "blunder"];

/** The sign of a mark, so that it never depends on colour alone. */
export const signs: Record<Mark, string> = { best: "✓", good: "✓", inexact: "?!", slip: "?", blunder: "??" };

const names: Record<Mark, () => string> = {
  best: () => m.look_best(),
  good: () => m.look_good(),
  inexact: () => m.look_inexact(),
  slip: () => m.look_slip(),
  blunder: () => m.look_blunder(),
};

const limits: Record<Mark, () => string> = {
  best: () => m.look_limit_up_to({ amount: number(0.1) }),
  good: () => m.look_limit_up_to({ amount: number(0.4) }),
  inexact: () => m.look_limit_up_to({ amount: number(1) }),
  slip: () => m.look_limit_up_to({ amount: number(2.5) }),
  blunder: () => m.look_limit_more({ amount: number(2.5) }),
};

export const markName = (mark: Mark): string => names[mark]();
/** The cost of a decision with this mark: "up to 2.5 points". The limits are those of crates/townhall-analysis/src/mark.rs. */
export const markLimit = (mark: Mark): string => limits[mark]();

/** Points with one decimal: "2.5". */
export function number(points: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(getLocale(), digits).format(Math.abs(points) < 0.05 ? 0 : points);
}

/** A number of points with a sign: "+2.5", "−0.3", "0.0". */
export function signed(points: number): string {
  const text = number(Math.abs(points));
  if (Math.abs(points) < 0.05) return text;
  return points < 0 ? `−${text}` : `+${text}`;
}

/** The cost of a decision: "Slip: it cost about 1.8 points." */
export function verdictWords(decision: Judged): string {
  const { mark, cost } = decision;
  if (mark === "best") return m.look_verdict_best();
  return m.look_verdict({ mark: capital(markName(mark)), ...about(cost) });
}

/** How certain a cost is: "The cost is between 1.5 and 2.1 points." */
export function certaintyWords({ cost, error }: Judged): string {
  const half = 1.96 * error;
  return m.look_certainty({ from: number(Math.max(0, cost - half)), to: number(cost + half) });
}

/** The expected lead of a player at a moment: "Expected lead: +3.2 (in four of five games −1.0 to +7.4)." */
export function expectedWords({ lead, low, high }: CurvePoint, over?: Over): string {
  const alone = over === "nobody";
  const amount = signed(lead);
  if (low === high) return `${alone ? m.look_points_alone() : m.look_lead()}: ${amount}`;
  const range = { amount, from: signed(low), to: signed(high) };
  return alone ? m.look_expected_points(range) : m.look_expected_lead(range);
}

/** A move in full; games that describe none say it in a few words. */
export function described(kit: GameTable, mv: unknown, names: Names, table: TableView): MoveDescription {
  const words = (): string => kit.moveWords(mv, names, table);
  return kit.describe?.(mv, names, table) ?? { what: words(), where: "", why: "", shows: [] };
}

/** The name of a move with its place. */
export const inFull = ({ what, where }: MoveDescription): string => [what, where].filter(Boolean).join(", ");

/** Why a better move is better than the one that was played. There is at least one sentence, and none is true of both moves. */
export function differenceWords(
  better: Better,
  played: MoveDescription,
  best: MoveDescription,
  kit: GameTable,
  names: Names,
  table: TableView,
): string[] {
  const words = kit.whyBetter?.(better, names, table);
  if (words?.length) return words;
  const { why } = better;
  const more = pointsNow(why.best) > pointsNow(why.played);
  const now = nowWords(why, played, best);
  return more ? [...now, laterWords(why)] : [noneWords(why), ...now];
}

/** How much fits on a small phone under the move, in characters. */
const SHORT = 100;

/** The first sentence, and those after it that fit on a small phone. */
export function inShort([first = "", ...others]: readonly string[]): string[] {
  const words = [first];
  for (const one of others) if ([...words, one].join(" ").length <= SHORT) words.push(one);
  return words;
}

/** Longer words on immediate effects would not fit on a small phone beside the expected ones, in characters. */
const LONGEST_NOW = 100;

/** The immediate effects of both moves, as far as the game has words for both and they are short. */
function nowWords(why: Why, played: MoveDescription, best: MoveDescription): string[] {
  if (best.why === "" || played.why === "") return [];
  if (best.why === played.why) return [m.look_why_same()];
  const both = { what: best.why, played: played.why };
  const less = pointsNow(why.best) < pointsNow(why.played);
  const words = less ? m.look_why_less(both) : m.look_why_at_once(both);
  return words.length > LONGEST_NOW ? [] : [words];
}

/** The points of a move's immediate effect, under the name that either game gives them; 0 if it has none. */
function pointsNow(worth: unknown): number {
  const { total, points } = (worth ?? {}) as { total?: number; points?: number };
  return total ?? points ?? 0;
}

/** The expected effect of the better move: more points of the player, or fewer of the best other player. */
function laterWords({ own, others }: Why): string {
  return own >= others ? m.look_why_later_own(about(own)) : m.look_why_later_others(about(others));
}

/** That nothing on the table explains it, which is better than a reason that does not convince. */
function noneWords({ own, others }: Why): string {
  return own >= others ? m.look_why_none_own(about(own)) : m.look_why_none_others(about(others));
}

/** The cities that would likely have more or fewer points in the end, the most important ones. */
export function partWords({ parts }: Why, kit: GameTable, names: Names, table: TableView): string[] {
  const changes = parts
    .toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, MOST_PARTS)
    .flatMap(({ part, points }) => {
      const name = kit.shared?.(part, names, table);
      return name ? [m.look_why_part({ part: name, amount: signed(points) })] : [];
    });
  return changes.length > 0 ? [m.look_why_parts({ parts: listed(changes) })] : [];
}

/** How the cost divides between the player's own points and those of the best other player. */
export function sidesWords({ own, others }: Why): string {
  const sides = [
    ...(Math.abs(own) >= 0.05 ? [m.look_why_own({ amount: signed(own) })] : []),
    ...(Math.abs(others) >= 0.05 ? [m.look_why_others({ amount: signed(-others) })] : []),
  ];
  return sides.length > 0 ? m.look_why_expected({ sides: listed(sides) }) : "";
}

/** The chance to win after both moves: nothing if the better move does not raise it, or if the player has no opponent. */
export function chanceWords(why: Why, over?: Over): string {
  const [played, best] = why.chances;
  const percent = new Intl.NumberFormat(getLocale(), { style: "percent" });
  const words = { played: percent.format(played), best: percent.format(best) };
  return over === "nobody" || best < played || words.played === words.best ? "" : m.look_chances(words);
}

/** The turns that probably follow the better move: "Probably next: Ben: turns b2; Ada: draws two cards." */
export function lineWords({ line }: Why, kit: GameTable, names: Names, table: TableView): string {
  const turns = line.map(({ seat, move }) => `${names(seat)}: ${described(kit, move, names, table).what}`);
  return turns.length > 0 ? m.look_line({ turns: turns.join("; ") }) : "";
}
