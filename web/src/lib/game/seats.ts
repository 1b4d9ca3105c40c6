import type { GameTable, Names } from "./game";
import type { Face } from "../ui/Avatar.svelte";
import type { Chair, Colour, TableView } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";

/** Every colour that a person may choose; in app.css `--player-teal` and so on. */
export const colours: readonly Colour[] = [
  "teal",
  "coral",
  "indigo",
  "amber",
  "plum",
  "moss",
  "slate",
  "rose",
];

/** The names at this table; the game, once it is there, names the seats that it plays itself. */
export function namesOf(
  { chairs, me }: Pick<TableView, "chairs" | "me">,
  kit: Pick<GameTable, "seatName"> | null,
): Names {
  const name = (seat: number): string => {
    const sitter = chairs[seat]?.sitter;
    switch (sitter?.kind) {
      case "person":
      case "bot":
        return sitter.name;
      case "automaton":
        return kit?.seatName(seat) ?? m.automaton({ number: seat + 1 });
      default:
        return m.chair_empty();
    }
  };
  return Object.assign(name, { me });
}

/** The face of the player on a chair: a bot's, while a bot plays for a person. */
export function faceOf(chair: Chair | undefined): Face {
  const sitter = chair?.sitter;
  if (sitter?.kind === "person" && sitter.stand_in !== null) return "bot";
  return sitter?.kind ?? "nobody";
}

/** The colour of each chair: people and bots have one at the table, and the others get one that is free. */
export function seatColours(chairs: readonly Chair[]): Colour[] {
  const own = chairs.map(({ sitter }) => ("colour" in sitter ? sitter.colour : null));
  const free = colours.filter((colour) => !own.includes(colour));
  return own.map((colour) => colour ?? free.shift() ?? "slate");
}
