import { defaultOptions } from "./choice";
import type { GameModule } from "./game";
import { option, type OptionWords } from "./option";
import { correspondence, daily, paceWords } from "./pace";
import type { Options } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";

/** The options that differ from those of a new table. */
export function changedWords(options: Options, game: GameModule): OptionWords[] {
  const answer = ({ answers }: OptionWords): string | undefined => answers.find(({ chosen }) => chosen)?.text;
  const usual = new Map(optionWords(defaultOptions, game).map((words) => [words.key, answer(words)]));
  return optionWords(options, game).filter((words) => usual.get(words.key) !== answer(words));
}

/** The options that every table has, and then those of its game. */
export function optionWords(options: Options, game: GameModule): OptionWords[] {
  const days = correspondence(options.pace);
  const talk = {
    open: () => m.option_talk_open_hint(),
    signals: () => m.option_talk_signals_hint(),
    silent: () => m.option_talk_silent_hint(),
  }[options.talk];
  const own = (game.options?.(options.game) ?? []).map((words) => ({
    ...words,
    key: `game.${words.key}`,
    answers: words.answers.map(({ all, ...answer }) => ({ ...answer, all: { ...options, game: all } })),
  }));
  return [
    option(
      options,
      "pace",
      m.option_pace(),
      options.pace === "untimed"
        ? m.option_pace_untimed_hint()
        : days
          ? m.option_pace_days_hint()
          : m.option_pace_hint(),
      ["untimed", m.option_pace_untimed()],
      ["relaxed", m.option_pace_relaxed()],
      ["fast", m.option_pace_fast()],
      [days ? options.pace : { correspondence: daily() }, m.option_pace_days()],
    ),
    ...paceWords(options),
    option(
      options,
      "talk",
      m.talk(),
      talk(),
      ["open", m.option_talk_open()],
      ["signals", m.option_talk_signals()],
      ["silent", m.option_talk_silent()],
    ),
    ...own,
    option(
      options,
      "undo",
      m.option_undo(),
      options.undo === "none" ? m.option_undo_none_hint() : m.option_undo_until_hint(),
      ["until-revealed", m.option_undo_until()],
      ["none", m.option_undo_none()],
    ),
    option(
      options,
      "bots",
      m.option_bots(),
      m.option_bots_hint(),
      ["human", m.option_bots_human()],
      ["brisk", m.option_bots_brisk()],
      ["instant", m.option_bots_instant()],
    ),
    option(
      options,
      "seating",
      m.option_seating(),
      options.seating === "kept" ? m.option_seating_kept_hint() : m.chairs_shuffled(),
      ["dealt", m.option_seating_dealt()],
      ["kept", m.option_seating_kept()],
    ),
    option(
      options,
      "listing",
      m.option_listing(),
      options.listing === "public" ? m.option_listing_public_hint() : m.option_listing_private_hint(),
      ["private", m.option_listing_private()],
      ["public", m.option_listing_public()],
    ),
  ];
}
