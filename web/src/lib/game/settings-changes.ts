import type { TableView } from "$wire/protocol";
import { moment } from "../time";
import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";
import type { GameModule } from "./game";
import { optionWords } from "./options";

type Settings = Pick<TableView, "variant" | "options" | "chairs">;

/** When the players meet, in words. */
const timeOf = ({ options: { starts } }: Settings): string =>
  starts === undefined ? m.meeting_none() : moment(starts, getLocale(), Date.now());

/** The host's changes to a table before the start, in words: "Time to think: 30 seconds". Empty if nothing. */
export function settingsChanges(before: Settings, now: Settings, game: GameModule): string[] {
  const chosen = ({ options }: Settings): Map<string, string> =>
    new Map(
      optionWords(options, game).map(({ key, label, answers }) => [
        key,
        `${label}: ${answers.find((answer) => answer.chosen)?.text ?? ""}`,
      ]),
    );
  const earlier = chosen(before);
  return [
    ...(before.variant === now.variant ? [] : [game.variantName(now.variant)]),
    ...(before.chairs.length === now.chairs.length ? [] : [m.players_exactly({ count: now.chairs.length })]),
    ...(before.options.starts === now.options.starts ? [] : [`${m.meeting()}: ${timeOf(now)}`]),
    ...[...chosen(now)].flatMap(([key, words]) => (earlier.get(key) === words ? [] : [words])),
  ];
}
