import { recall, remember } from "./remembered";

/** How many tables this browser keeps in mind. */
const TABLES = 40;

const isSeen = (value: unknown): value is [string, number][] =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number");

/** The version of a table when this browser last saw it; 0 if it never did. */
export function lastSeen(code: string): number {
  return recall("seen", isSeen)?.find(([other]) => other === code)?.[1] ?? 0;
}

/** Remembers how far this browser saw a table. */
export function sawUntil(code: string, seq: number): void {
  const others = (recall("seen", isSeen) ?? []).filter(([other]) => other !== code);
  remember("seen", [[code, seq], ...others].slice(0, TABLES));
}
