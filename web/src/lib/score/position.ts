import { firstCharacters, LONGEST_NAME } from "../characters";

/**
 * A table that was played elsewhere, as the fragment of a link encodes it: the players, and the contents of the table as text
 * of the game's own.
 */
export interface Position {
  variant: string;
  players: number;
  /** By seat; may be empty. */
  names: string[];
  /** The contents of the table: text of the game's own, without white space. */
  body: string;
}

/** A position as the fragment of a link, without `#`. */
export function fragmentOf({ variant, players, names, body }: Position): string {
  const parts = new URLSearchParams({ v: variant, n: String(players) });
  const last = names.findLastIndex((name) => name !== "");
  for (const name of names.slice(0, last + 1)) parts.append("p", name);
  if (body !== "") parts.set("s", body);
  return parts.toString();
}

/** The position of a fragment; null if it is none. */
export function positionOf(fragment: string): Position | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const variant = parts.get("v");
  const players = Number(parts.get("n"));
  if (!variant || !Number.isInteger(players) || players < 1 || players > 9) return null;
  return {
    variant,
    players,
    names: parts.getAll("p").map((name) => firstCharacters(name, LONGEST_NAME)),
    body: parts.get("s") ?? "",
  };
}
