// The sentences of a score sheet.
import { m } from "../../../paraglide/messages.js";
import type { KindLeft, Scored, Slip } from "$wire/point-city";
import { resourceName } from "../resources";

/** The names of all seats, that of the solo city too. */
export function namesOf(players: number, names: readonly string[]): string[] {
  const people = Array.from(
    { length: players },
    (_, seat) => names[seat]?.trim() || m.sheet_player({ number: seat + 1 }),
  );
  return players === 1 ? [...people, m.pc_the_city()] : people;
}

/** The points of each player, the best first: "Ada 56, Ben 52". */
export function summaryOf(scored: Scored, people: readonly string[]): string {
  return [...scored.seats]
    .sort((a, b) => a.place - b.place)
    .map(({ seat, total }) => `${people[seat] ?? ""} ${total}`)
    .join(", ");
}

/** A kind of building: "energy, 2 points". */
export function kindWords({ produces, points, civic }: KindLeft): string {
  if (civic) return m.pc_sheet_civic();
  if (!produces) return m.points_short({ n: points });
  return points === 0
    ? resourceName(produces)
    : m.pc_sheet_kind({ what: resourceName(produces), points: m.points_short({ n: points }) });
}

/** The error in an impossible entry, in a sentence. */
export function slipWords(slip: Slip): string {
  return slip.slip === "tokens"
    ? m.pc_sheet_slip_tokens({ civics: slip.civics, tokens: slip.tokens })
    : m.pc_sheet_slip_cards({ found: slip.found, most: slip.most });
}

/** The criterion that decided, in a sentence; none if the points did. */
export function decidedBy(scored: Scored): string | null {
  const [best, next] = [...scored.seats].sort((a, b) => a.place - b.place);
  switch (scored.decided) {
    case "points":
      return null;
    case "cards-left":
      return m.pc_result_tie_cards({ mine: best?.cards_left ?? 0, theirs: next?.cards_left ?? 0 });
    case "city":
      return m.pc_result_even();
    case "shared":
      return m.pc_sheet_shared();
  }
}
