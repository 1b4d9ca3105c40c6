import type { GameTable, Names } from "$lib/game/game";
import type { TableView } from "$wire/protocol";
import { logWords, talkWords } from "$lib/game/lines";
import { m } from "../../paraglide/messages.js";

/** The events and the talk of a step, in words. */
export function captionOf(table: TableView, step: number, kit: GameTable, names: Names): string {
  if (step === 0) return m.replay_begins();
  const now = <Line extends { version: number }>(lines: readonly Line[]): Line[] =>
    lines.filter(({ version }) => version === table.version);
  const happened = now(table.log).flatMap((entry) => logWords(entry, kit, names, table) ?? []);
  const said = now(table.talk).map(
    (item) => `${names(item.seat)}: ${talkWords(item, kit, names, table).text}`,
  );
  return [...happened, ...said].join(" ");
}
