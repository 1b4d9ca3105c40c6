// Announcements, which are shown in the middle of the table for a moment, and where the seats are drawn then.

import type { GameEvent } from "../types";

export type Announcement =
  /** A round begins: hands are dealt. */
  | { kind: "round"; round: string; duplexes: boolean }
  /** All choices are turned over: the tiles of each seat. */
  | { kind: "reveal"; choices: readonly (readonly string[])[] }
  /** The hands go on to the next seat. */
  | { kind: "pass"; to: "left" | "right" };

/** How long each is shown, in milliseconds, with its short movements. */
export const SHOWN: Record<Announcement["kind"], number> = { round: 1900, reveal: 2100, pass: 1200 };

/** The announcements among events. */
export function announcementsIn(events: readonly GameEvent[]): Announcement[] {
  return events.flatMap((event): Announcement[] => {
    switch (event.event) {
      case "revealed":
        return [{ kind: "reveal", choices: event.choices }];
      case "hands-passed":
        return [{ kind: "pass", to: event.to }];
      case "round-began":
        return [{ kind: "round", round: event.round, duplexes: event.kind === "duplexes" }];
      default:
        return [];
    }
  });
}

/** A place on the rim of the drawn table: from -1 (left, top) to 1 (right, bottom). */
export interface Place {
  x: number;
  y: number;
}

/**
 * Where a seat sits: `at` 0 at the bottom, then clockwise as seen from above, so a seat's left neighbour follows it. Parts
 * of a seat lie on the way to the next.
 */
export function placeOf(at: number, seats: number): Place {
  const angle = Math.PI / 2 + (2 * Math.PI * at) / seats;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** Points on the way of a hand from a seat to its neighbour, along the rim. */
export function wayOf(at: number, seats: number, to: "left" | "right"): Place[] {
  const step = (to === "left" ? 1 : -1) / 4;
  return [0, 1, 2, 3, 4].map((i) => placeOf(at + i * step, seats));
}
