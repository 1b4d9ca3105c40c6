/** The sounds and vibrations. */
export type Cue =
  /** A tile is laid down. */
  | "tile"
  /** A card is taken or turned over. */
  | "card"
  | "build"
  | "token"
  /** All choices are turned over. */
  | "reveal"
  /** Hands go round the table. */
  | "pass"
  | "round"
  /** It is the viewer's turn. */
  | "turn"
  | "end"
  /** A good answer to an exercise. */
  | "right"
  | "refused";

/** The cues by how much they matter: of several at once, only the first is given. */
const BY_WEIGHT: readonly Cue[] = [
  "end",
  "round",
  "reveal",
  "token",
  "build",
  "pass",
  "tile",
  "card",
  "turn",
  "right",
  "refused",
];

/** The most important of several cues; null if there are none. */
export function mostImportant(cues: readonly Cue[]): Cue | null {
  return BY_WEIGHT.find((cue) => cues.includes(cue)) ?? null;
}
