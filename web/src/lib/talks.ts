import type { GameTable } from "./game";
import type { TableView } from "./protocol";

/** Whether anybody can answer at a table: other people, or bots that talk about their moves. */
export function canTalk(table: TableView, kit: GameTable): boolean {
  if (table.options.talk === "silent") return false;
  const people = table.chairs.filter(({ sitter }) => sitter.kind === "person").length;
  return people > 1 || (kit.botsTalk && table.chairs.some(({ sitter }) => sitter.kind === "bot"));
}
