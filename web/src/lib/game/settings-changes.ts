import type { TableView } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";
import type { GameModule } from "./game";
import { optionWords } from "./options";

type Settings = Pick<TableView, "variant" | "options" | "chairs">;

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
    ...[...chosen(now)].flatMap(([key, words]) => (earlier.get(key) === words ? [] : [words])),
  ];
}
