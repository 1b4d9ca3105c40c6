// The buildings and tokens of each seat, as the link of a score sheet encodes them.
import type { Sheet } from "$wire/point-city";

/** The entries of a seat. */
export interface Entered {
  /** How many buildings of each kind. */
  buildings: Readonly<Record<string, number>>;
  tokens: readonly string[];
  /** Resource cards left, without ingenuity. */
  cards: number;
  ingenuity: number;
  /** The tokens of the solo city, which are only counted. */
  face_down: number;
}

export const NOTHING: Entered = { buildings: {}, tokens: [], cards: 0, ingenuity: 0, face_down: 0 };

const number = (text: string | undefined): number => {
  const value = Number(text ?? "");
  return Number.isInteger(value) && value > 0 ? Math.min(value, 99) : 0;
};

const listOf = (text: string | undefined): string[] => (text ? text.split(".") : []);

/**
 * The seats of a link, with `!` between them. A seat is buildings, tokens, cards, ingenuity and face-down tokens, with `_`
 * between them: `3*C0.1*civic_each-C_4_1_0`. Parts that a seat does not have are left out.
 */
export function seatsOf(body: string): Entered[] {
  if (body === "") return [];
  return body.split("!").map((seat) => {
    const [buildings, tokens, cards, ingenuity, faceDown] = seat.split("_");
    const counted = listOf(buildings).map((one) => {
      const [many, kind = ""] = one.split("*");
      return [kind, number(many)] as const;
    });
    return {
      buildings: Object.fromEntries(counted.filter(([kind, many]) => kind !== "" && many > 0)),
      tokens: listOf(tokens),
      cards: number(cards),
      ingenuity: number(ingenuity),
      face_down: number(faceDown),
    };
  });
}

/** Seats as text; empty ones at the end are left out. */
export function textOf(seats: readonly Entered[]): string {
  const texts = seats.map(({ buildings, tokens, cards, ingenuity, face_down }) => {
    const built = Object.entries(buildings).map(([kind, many]) => `${many}*${kind}`);
    const parts = [built.join("."), tokens.join("."), ...[cards, ingenuity, face_down].map((n) => n || "")];
    return parts.join("_").replace(/_+$/, "");
  });
  const last = texts.findLastIndex((text) => text !== "");
  return texts.slice(0, last + 1).join("!");
}

/** The request to the engine about a table of so many seats. Seats beyond them do not count, and are not lost. */
export function sheetOf(variant: string, seats: number, entered: readonly Entered[]): Sheet {
  const all = Array.from({ length: seats }, (_, seat) => entered[seat] ?? NOTHING);
  return {
    variant,
    seats: all.map((one) => ({ ...one, buildings: { ...one.buildings }, tokens: [...one.tokens] })),
  };
}
