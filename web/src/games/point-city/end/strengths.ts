import type { Strength } from "$lib/game/game";
import { m } from "../../../paraglide/messages.js";
import { tokenWords } from "../words/names";
import type { Outcome, SeatResult } from "../types";

const PRINTED = "printed";
const HOW_MANY = "tokens";

const tokensOf = ({ tokens }: SeatResult) => (typeof tokens === "number" ? [] : tokens);

/** The sources of one's points: buildings, tokens, and each kind of token that one had, compared with the others. */
export function strengths(result: unknown, me: number): Strength[] {
  const { players } = result as Outcome;
  const mine = players.find(({ seat }) => seat === me);
  // The solo city counts otherwise.
  const others = players.filter(({ seat, tokens }) => seat !== me && typeof tokens !== "number");
  if (!mine || others.length === 0) return [];
  const mean = (of: (player: SeatResult) => number): number =>
    others.reduce((sum, player) => sum + of(player), 0) / others.length;
  const compared = (key: string, of: (player: SeatResult) => number): Strength => ({
    key,
    mine: of(mine),
    others: mean(of),
  });
  const all = [mine, ...others].flatMap(tokensOf);
  const kinds = new Set(all.map(({ id }) => id));
  return [
    compared(PRINTED, ({ printed }) => printed),
    compared(HOW_MANY, (player) => tokensOf(player).reduce((sum, { points }) => sum + points, 0)),
    ...[...kinds].map((id) =>
      compared(id, (player) => tokensOf(player).find((token) => token.id === id)?.points ?? 0),
    ),
  ];
}

export function strengthName(key: string): string {
  if (key === PRINTED) return m.pc_result_printed();
  return key === HOW_MANY ? m.pc_strength_tokens() : tokenWords(key);
}
