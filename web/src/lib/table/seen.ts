import { recall, remember } from "../settings/remembered";

/** The data that this browser keeps of a table. */
interface Seen {
  code: string;
  /** The table's version when it was last shown. */
  version: number;
  /** The first commitment to the deal that was shown. */
  commitment: string | null;
  /** The viewer's buildings at that time: see `GameTable.thumbnail`. Left out by earlier versions. */
  thumbnail?: string;
}

/** How many tables are remembered. */
const TABLES = 40;

const isSeen = (value: unknown): value is Seen[] =>
  Array.isArray(value) &&
  value.every(
    (seen: Partial<Seen> | null) => typeof seen?.code === "string" && typeof seen.version === "number",
  );

function seen(code: string): Seen | undefined {
  return recall("seen", isSeen)?.find((seen) => seen.code === code);
}

/** Whether this browser has never shown a table. */
export function isNewHere(): boolean {
  return recall("seen", isSeen) === null;
}

/** The version of a table when this browser last showed it; 0 if it never did. */
export function lastSeen(code: string): number {
  return seen(code)?.version ?? 0;
}

/** The commitment to the deal that this browser was shown during the game; null if it was not there. */
export function rememberedCommitment(code: string): string | null {
  return seen(code)?.commitment ?? null;
}

/** The viewer's buildings when this browser last showed a table; empty if they are not known. */
export function lastThumbnail(code: string): string {
  return seen(code)?.thumbnail ?? "";
}

/** Remembers that a version of a table was shown. The commitment that was shown first is kept. */
export function rememberSeen(
  code: string,
  version: number,
  commitment: string | null,
  thumbnail: string,
): void {
  const others = (recall("seen", isSeen) ?? []).filter((seen) => seen.code !== code);
  const first = rememberedCommitment(code) ?? commitment;
  remember("seen", [{ code, version, commitment: first, thumbnail }, ...others].slice(0, TABLES));
}
