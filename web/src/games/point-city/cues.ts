import type { Cue } from "$lib/sound/cues";
import type { GameEvent } from "./types";

/** The sound of an event. */
export function cue(event: unknown): Cue | null {
  switch ((event as GameEvent).event) {
    case "took":
    case "drew":
    case "flipped":
      return "card";
    case "built":
      return "build";
    case "took-token":
      return "token";
    case "game-over":
      return "end";
    default:
      return null;
  }
}
