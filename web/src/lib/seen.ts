import { recall, remember } from "./remembered";

/** What this browser remembers of a table: how far it saw it, and the seal of its deal. */
interface Seen {
  code: string;
  seq: number;
  seal: string | null;
}

/** How many tables are remembered. */
const TABLES = 40;

const isSeen = (value: unknown): value is Seen[] =>
  Array.isArray(value) &&
  value.every((seen: Partial<Seen> | null) => typeof seen?.code === "string" && typeof seen.seq === "number");

function seen(code: string): Seen | undefined {
  return recall("seen", isSeen)?.find((seen) => seen.code === code);
}

/** The version of a table when this browser last saw it; 0 if it never did. */
export function lastSeen(code: string): number {
  return seen(code)?.seq ?? 0;
}

/** The seal that this browser was shown while the game was on, if it was there. */
export function rememberedSeal(code: string): string | null {
  return seen(code)?.seal ?? null;
}

/** Remembers how far this browser saw a table. The seal that it saw first stays. */
export function sawUntil(code: string, seq: number, seal: string | null): void {
  const others = (recall("seen", isSeen) ?? []).filter((seen) => seen.code !== code);
  const first = rememberedSeal(code) ?? seal;
  remember("seen", [{ code, seq, seal: first }, ...others].slice(0, TABLES));
}
