// The lines of the log and of talk, in words.

import { m } from "../../paraglide/messages.js";
import { getLocale, locales } from "../../paraglide/runtime.js";
import { moment, span } from "../time";
import type { GameTable, Names } from "./game";
import { reactionWords } from "./reactions";
import { capital, levelName } from "./words";
import type { LogEntry, TableView, TalkItem } from "$wire/protocol";

/** Who made a move that a bot made for a person: "Ada's bot", at the beginning of a sentence. */
function standInOf(event: unknown, names: Names): string {
  const { seat = -1 } = event as { seat?: number };
  return m.stand_in_name({ name: names(seat) });
}

/** That a player is away, or back. */
function awayWords({ at, seat, until }: LogEntry & { type: "away" }, names: Names): string {
  const mine = seat === names.me;
  const name = names(seat);
  if (until <= at) return mine ? m.log_back_you() : m.log_back({ name });
  const when = moment(until, getLocale(), at);
  return mine ? m.log_away_you({ until: when }) : m.log_away({ name, until: when });
}

/** That time was given back in which no server was there. */
function unservedWords({ from, until }: LogEntry & { type: "unserved" }): string {
  if (until < from) return m.log_set_back();
  return m.log_unserved({ time: span(until - from, getLocale()) });
}

/** A log entry in words; null if it is not shown. */
export function logWords(entry: LogEntry, game: GameTable, names: Names, table: TableView): string | null {
  switch (entry.type) {
    case "game":
      return game.words(
        entry.event,
        names,
        table,
        entry.stand_in ? standInOf(entry.event, names) : undefined,
      );
    case "started":
      return m.log_started();
    case "undone":
      if (entry.seat === names.me) return m.log_undone_you({ move: game.moveWords(entry.mv, names, table) });
      return m.log_undone({ name: names(entry.seat), move: game.moveWords(entry.mv, names, table) });
    case "replaced":
      return m.log_replaced({ name: names(entry.seat), level: levelName(entry.level) });
    case "returned":
      return m.log_returned({ name: names(entry.seat) });
    case "timed-out":
      if (entry.seat === names.me) return m.log_timed_out_you();
      return m.log_timed_out({ name: names(entry.seat) });
    case "away":
      return awayWords(entry, names);
    case "unserved":
      return unservedWords(entry);
  }
}

/** A written line. A reminder is shown in the language of the reader, whichever its author speaks. */
export function saidIn(text: string, { chairs }: Pick<TableView, "chairs">): string {
  for (const { sitter } of chairs) {
    if (sitter.kind !== "person") continue;
    const { name } = sitter;
    if (locales.some((locale) => m.nudge({ name }, { locale }) === text)) return m.nudge({ name });
  }
  return text;
}

/** Whether only people say such a thing: bots neither write nor react, so it is hidden if its author is muted. */
export const isOfPerson = ({ type }: Pick<TalkItem, "type">): boolean =>
  type === "said" || type === "reacted";

/** A talk item in words, without its author. */
export function talkWords(
  item: TalkItem,
  game: GameTable | null,
  names: Names,
  table: TableView,
): { text: string; reason: string | null } {
  // A text of the viewer to nobody in particular names the city, since they have two.
  const addressed = item.seat !== names.me || ("to" in item && item.to !== item.seat);
  const move = (mv: unknown): string =>
    game?.moveWords(mv, names, table, addressed ? item.seat : undefined) ?? "";
  const reason = (why: unknown): string | null => {
    const words = why === undefined || why === null ? "" : (game?.reasonWords(why, names, table) ?? "");
    return words ? `${capital(words)}.` : null;
  };
  switch (item.type) {
    case "said":
      return { text: saidIn(item.text, table), reason: null };
    case "reacted":
      return reactionWords(item.reaction, game, names, table);
    case "signalled": {
      const { text = "", about } = game?.signalWords(item.signal, names, table) ?? {};
      const to = item.to === undefined ? undefined : m.talk_to({ name: names(item.to) });
      return { text, reason: [about, to].filter(Boolean).join(" · ") || null };
    }
    case "proposed":
      return {
        text:
          item.to === item.seat
            ? m.talk_proposed_own({ move: move(item.mv) })
            : m.talk_proposed({ name: names(item.to), move: move(item.mv) }),
        reason: reason(item.reason),
      };
    case "answered": {
      const said = { name: names(item.to), move: capital(move(item.mv)) };
      return {
        text: item.agree ? m.talk_agreed(said) : m.talk_disagreed(said),
        reason: reason(item.reason),
      };
    }
  }
}
