import { m } from "../paraglide/messages.js";
import { getLocale } from "../paraglide/runtime.js";
import type { GameTable, Names } from "./game";
import type { LogEntry, Options, Signal, TableView, TalkItem } from "./protocol";

/** A number with one decimal, in the notation of the current language. */
export function number(value: number): string {
  return value.toLocaleString(getLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A list in a sentence, in the current language: "Ada, Ben, and Cleo". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(names);
}

/** The name of a bot's level. */
export function levelName(level: string): string {
  switch (level) {
    case "random":
      return m.level_random();
    case "greedy":
      return m.level_greedy();
    case "casual":
      return m.level_casual();
    case "hard":
      return m.level_hard();
    case "expert":
      return m.level_expert();
    default:
      return level;
  }
}

export function levelHint(level: string): string {
  switch (level) {
    case "random":
      return m.level_random_hint();
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

const signals: Record<Signal, () => string> = {
  "you-first": () => m.signal_you_first(),
  "your-call": () => m.signal_your_call(),
  "good-idea": () => m.signal_good_idea(),
  "please-not": () => m.signal_please_not(),
  "points-here": () => m.signal_points_here(),
  "points-there": () => m.signal_points_there(),
};

export const allSignals = Object.keys(signals) as Signal[];

export function signalWords(signal: Signal): string {
  return signals[signal]();
}

/** One option of a table: its question, its answers, and what the chosen one means. */
export interface OptionWords<K extends keyof Options = keyof Options> {
  key: K;
  label: string;
  hint: string;
  answers: { value: Options[K]; text: string }[];
}

function option<K extends keyof Options>(
  key: K,
  label: string,
  hint: string,
  ...answers: [Options[K], string][]
): OptionWords {
  return { key, label, hint, answers: answers.map(([value, text]) => ({ value, text })) };
}

/** Every option, in words. `hands`: whether the game passes hands on. */
export function optionWords(options: Options, hands: boolean): OptionWords[] {
  const talk = {
    open: () => m.option_talk_open_hint(),
    signals: () => m.option_talk_signals_hint(),
    silent: () => m.option_talk_silent_hint(),
  }[options.talk];
  const all = [
    option(
      "pace",
      m.option_pace(),
      options.pace === "untimed" ? m.option_pace_untimed_hint() : m.option_pace_hint(),
      ["untimed", m.option_pace_untimed()],
      ["relaxed", m.option_pace_relaxed()],
      ["fast", m.option_pace_fast()],
    ),
    option(
      "talk",
      m.option_talk(),
      talk(),
      ["open", m.option_talk_open()],
      ["signals", m.option_talk_signals()],
      ["silent", m.option_talk_silent()],
    ),
    option(
      "undo",
      m.option_undo(),
      options.undo === "none" ? m.option_undo_none_hint() : m.option_undo_until_hint(),
      ["until-revealed", m.option_undo_until()],
      ["none", m.option_undo_none()],
    ),
    option(
      "bots",
      m.option_bots(),
      m.option_bots_hint(),
      ["human", m.option_bots_human()],
      ["brisk", m.option_bots_brisk()],
      ["instant", m.option_bots_instant()],
    ),
    option(
      "listing",
      m.option_listing(),
      options.listing === "public" ? m.option_listing_public_hint() : m.option_listing_private_hint(),
      ["private", m.option_listing_private()],
      ["public", m.option_listing_public()],
    ),
  ];
  if (hands) {
    const passed = option(
      "passed_hands",
      m.option_passed(),
      options.passed_hands ? m.option_passed_shown_hint() : m.option_passed_memory_hint(),
      [false, m.option_passed_memory()],
      [true, m.option_passed_shown()],
    );
    all.splice(2, 0, passed);
  }
  return all;
}

/** A log entry in words; null if it is not shown. */
export function logWords(entry: LogEntry, game: GameTable, names: Names, table: TableView): string | null {
  switch (entry.type) {
    case "game":
      return game.words(entry.event, names, table);
    case "started":
      return m.log_started();
    case "undone":
      return m.log_undone({ name: names(entry.seat), move: game.moveWords(entry.mv, names, table) });
    case "replaced":
      return m.log_replaced({ name: names(entry.seat), level: levelName(entry.level) });
    case "returned":
      return m.log_returned({ name: names(entry.seat) });
    case "timed-out":
      return m.log_timed_out({ name: names(entry.seat) });
  }
}

/** A talk item in words, without its author. */
export function talkWords(
  item: TalkItem,
  game: GameTable | null,
  names: Names,
  table: TableView,
): { text: string; reason: string | null } {
  const move = (mv: string): string => game?.moveWords(mv, names, table) ?? mv;
  const reason = (why: unknown): string | null =>
    why === undefined || why === null ? null : (game?.reasonWords(why, names, table) ?? null);
  switch (item.type) {
    case "said":
      return { text: item.text, reason: null };
    case "signalled":
      return { text: signalWords(item.signal), reason: signalledAbout(item, game, names, table) };
    case "proposed":
      return {
        text:
          item.to === item.seat
            ? m.talk_proposed_own({ move: move(item.mv) })
            : m.talk_proposed({ name: names(item.to), move: move(item.mv) }),
        reason: reason(item.reason),
      };
    case "answered": {
      const said = { name: names(item.to), move: move(item.mv) };
      return {
        text: item.agree ? m.talk_agreed(said) : m.talk_disagreed(said),
        reason: reason(item.reason),
      };
    }
  }
}

function signalledAbout(
  item: TalkItem & { type: "signalled" },
  game: GameTable | null,
  names: Names,
  table: TableView,
): string | null {
  const parts = [
    item.city !== undefined ? game?.cityWords?.(item.city, names, table) : undefined,
    item.to !== undefined ? m.talk_to({ name: names(item.to) }) : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" · ") : null;
}
