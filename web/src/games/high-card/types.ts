// High Card has no generated types: these follow crates/high-card.

export interface Move {
  kind: "discard" | "play";
  card: number;
}

/** A move is offered as it is made. */
export type Offers = Move[];

export interface View {
  /** The cards that are face up: a list for each round, by seat. */
  shown: number[][];
  /** The viewer's own cards; null for spectators. */
  own: { hand: number[] } | null;
}

export interface Outcome {
  players: { seat: number; tricks: number; score: number }[];
  winners: number[];
}

export type GameEvent = { seat?: number } & (
  { event: "discards" | "seals" } | { event: "shown"; cards: number[] }
);
