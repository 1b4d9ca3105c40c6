import { failureWords } from "$lib/table/refusals";
import { m } from "../../paraglide/messages.js";

/** The gaps in the list of one's games or in their records, with reasons; empty if they are complete. */
export function lacking({ unread = 0, missing }: { unread?: number; missing: unknown }): string {
  return [
    unread > 0 ? m.games_unread({ count: unread }) : "",
    missing === null ? "" : `${m.games_missing()} ${failureWords(missing)}`,
  ]
    .filter(Boolean)
    .join(" ");
}
