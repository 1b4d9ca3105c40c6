import { m } from "../../paraglide/messages.js";

/** The meaning of a bot's level. */
export function levelHint(level: string): string {
  switch (level) {
    case "random":
      return m.level_random_hint();
    case "novice":
      return m.level_novice_hint();
    case "greedy":
      return m.level_greedy_hint();
    case "casual":
      return m.level_casual_hint();
    case "hard":
      return m.level_hard_hint();
    case "expert":
      return m.level_expert_hint();
    default:
      return "";
  }
}
