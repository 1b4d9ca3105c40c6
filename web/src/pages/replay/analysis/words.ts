import type { GameTable, MoveDescription, Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { listed } from "$lib/game/words";
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

/** The same with a sign: "+2.5", "−0.3", "0.0". */
export function signed(points: number): string {
  const text = number(Math.abs(points));
  if (Math.abs(points) < 0.05) return text;
  return points < 0 ? `−${text}` : `+${text}`;
}

/** Half of the interval that holds the true value in 95 of 100 cases. */
export const margin = (error: number): string => number(1.96 * error);

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(getLocale()) + text.slice(1);

/** The cost of a decision: "Slip: it cost 1.8 points (± 0.3)." */
export function verdictWords({ mark, cost, error }: Judged): string {
  if (mark === "best") return m.look_verdict_best();
  return m.look_verdict({ mark: capital(markName(mark)), amount: number(cost), error: margin(error) });
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
  return kit.describe?.(mv, names, table) ?? { what: kit.moveWords(mv, names, table), why: "", shows: [] };
}

/** Why another move would have been better, a sentence each. */
export function whyWords(
  why: Why,
  played: MoveDescription,
  best: MoveDescription,
  kit: GameTable,
  names: Names,
  table: TableView,
): string[] {
  const sentences = why.terms.map((term) => kit.termWords?.(term, names, table) ?? "").filter(Boolean);
  // The difference between the two moves explains more than their immediate gains.
  const atOnce = sentences.length === 0 && best.why !== played.why ? best.why : "";
  if (atOnce) sentences.push(m.look_why_at_once({ what: atOnce }));
  const praise = why.praise === undefined ? "" : kit.reasonWords(why.praise, names, table);
  if (praise && sentences.length === 0) sentences.push(m.look_why_praise({ reason: praise }));
  const parts = why.parts
    .toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, MOST_PARTS)
    .flatMap(({ part, points }) => {
      const name = kit.shared?.(part, names, table);
      return name ? [m.look_why_part({ part: name, amount: signed(points) })] : [];
    });
  if (parts.length > 0) sentences.push(m.look_why_parts({ parts: listed(parts) }));
  else {
    const sides = [
      ...(Math.abs(why.own) >= 0.05 ? [m.look_why_own({ amount: signed(why.own) })] : []),
      ...(Math.abs(why.others) >= 0.05 ? [m.look_why_others({ amount: signed(-why.others) })] : []),
    ];
    if (sides.length > 0) sentences.push(m.look_why_expected({ sides: listed(sides) }));
  }
  return sentences;
}
