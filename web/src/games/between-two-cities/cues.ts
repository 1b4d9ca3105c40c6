import type { Cue } from "$lib/sound/cues";
import type { GameEvent } from "./types";

/** The sound of an event. */
export function cue(event: unknown): Cue | null {
  switch ((event as GameEvent).event) {
    case "placed":
      return "tile";
    case "revealed":
      return "reveal";
    case "hands-passed":
      return "pass";
    case "round-began":
      return "round";
    case "game-over":
      return "end";
    default:
      return null;
  }
}
