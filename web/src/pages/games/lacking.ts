import { failureWords } from "$lib/refusals";
import type { Records } from "$lib/tables";
import { m } from "../../paraglide/messages.js";

/** What is missing in the records of one's games, and why; nothing if they are complete. */
export function lacking({ unread, missing }: Records): string {
  return [
    unread > 0 ? m.games_unread({ count: unread }) : "",
    missing === null ? "" : `${m.games_missing()} ${failureWords(missing)}`,
  ]
    .filter(Boolean)
    .join(" ");
}
