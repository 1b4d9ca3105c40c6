// The sentences of a score sheet.
import { m } from "../../../paraglide/messages.js";
import type { Scored } from "$wire/between-two-cities";

/** The names of all seats, those of the Automas too. */
export function namesOf(variant: string, players: number, names: readonly string[]): string[] {
  const people = Array.from(
    { length: players },
    (_, seat) => names[seat]?.trim() || m.sheet_player({ number: seat + 1 }),
  );
  return variant.startsWith("automa") ? [...people, m.btc_automa_left(), m.btc_automa_right()] : people;
}

/** "City 2 of 5: between Ada and Ben". */
export function cityWords(scored: Scored, number: number, people: readonly string[]): string {
  const city = scored.cities[number];
  if (!city) return "";
  const [one, other] = city.builders.map((seat) => people[seat] ?? "");
  if (city.tiles !== null) return m.btc_title_automas();
  if (city.builders[0] === city.builders[1]) {
    return number % 2 === 0
      ? m.btc_title_their_left({ name: one ?? "" })
      : m.btc_title_their_right({ name: one ?? "" });
  }
  return m.btc_sheet_between({ one: one ?? "", other: other ?? "" });
}

/** The points of each player, the best first: "Ada 56, Ben 52". */
export function summaryOf(scored: Scored, people: readonly string[]): string {
  return [...scored.players]
    .sort((a, b) => a.place - b.place)
    .map(({ seat, score }) => `${people[seat] ?? ""} ${score}`)
    .join(", ");
}
