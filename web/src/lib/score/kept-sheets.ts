import { recall, remember } from "../settings/remembered";

/** A score sheet that this browser keeps. */
export interface KeptSheet {
  /** When it was begun, in milliseconds since 1970; no two of a browser are the same. */
  id: number;
  game: string;
  /** Its position, as in the fragment of its link. */
  position: string;
  /** The players and the result. */
  title: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
}

/** How many sheets are kept; the oldest are dropped. */
const MAX_SHEETS = 30;
const KEY = "sheets";

function isSheets(value: unknown): value is KeptSheet[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: Partial<Record<keyof KeptSheet, unknown>> | null) =>
        typeof one?.id === "number" &&
        typeof one.game === "string" &&
        typeof one.position === "string" &&
        typeof one.title === "string" &&
        typeof one.at === "number",
    )
  );
}

/** The sheets that are kept, the latest first. */
export function keptSheets(): KeptSheet[] {
  return recall(KEY, isSheets) ?? [];
}

/** Keeps a sheet, instead of an earlier one with its id. */
export function keepSheet(sheet: KeptSheet): void {
  const others = keptSheets().filter(({ id }) => id !== sheet.id);
  remember(KEY, [sheet, ...others].slice(0, MAX_SHEETS));
}

export function dropSheet(id: number): void {
  remember(
    KEY,
    keptSheets().filter((sheet) => sheet.id !== id),
  );
}
