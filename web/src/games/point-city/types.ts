// What the server's crate of the game sends: its view, offers, events and outcome.
import type { TableView } from "$lib/protocol";
import type { Amounts, Cards, Resource } from "./resources";

export interface MarketCard {
  cell: string;
  face: string;
  may_flip: boolean;
  cost?: string;
  produces?: Resource | null;
  points?: number;
  civic?: boolean;
}

export interface TokenPoints {
  id: string;
  points: number;
}

export interface City {
  seat: number;
  cards: Cards;
  permanents: Amounts;
  printed: number;
  built: string[];
  tokens: TokenPoints[];
  held: number;
  token_points: number;
  permanent_points: number;
  ingenuity_points: number;
  total: number;
  turns_left: number;
}

export interface View {
  viewer: number | "spectator";
  variant: string;
  to_act: number | null;
  turn: number;
  flipped: boolean;
  market: MarketCard[];
  deck_left: number;
  top: string | null;
  tokens: string[];
  cities: City[];
  discarded: Cards;
  markers: string | null;
  city_turns: [string, string][];
}

export interface Refill {
  cell: string;
  side: "resource" | "building";
  back: string | null;
}

export interface TokenOffer {
  id: string;
  now: number;
}

export interface Payment {
  pay: string;
  left: Cards;
  points: number;
}

export interface Takable {
  cells: [string, string];
  cost: Amounts | null;
  due: Amounts;
  payments: Payment[];
  civics: number;
  tokens?: TokenOffer[];
  printed: number;
  permanents: Amounts;
  refills: Refill[];
}

export interface Missing {
  cell: string;
  lacks: Amounts;
  ingenuity: number;
}

export interface Offers {
  flip: string[];
  take: Takable[];
  draw: boolean;
  pass: boolean;
  tokens: TokenOffer[];
  missing: Missing[];
}

export type Happening =
  | { event: "flipped"; seat: number; cell: string; card: string }
  | { event: "took"; seat: number; cell: string; kind: string }
  | { event: "built"; seat: number; cell: string; card: string }
  | { event: "paid"; seat: number; cards: Cards }
  | { event: "took-token"; seat: number; token: string }
  | { event: "drew"; seat: number; kinds: [string, string] }
  | { event: "refilled"; seat?: undefined; cell: string; face: string }
  | { event: "markers-moved"; seat?: undefined; cell: string }
  | { event: "passed"; seat: number }
  | { event: "game-over"; seat?: undefined };

export interface PlayerResult {
  seat: number;
  printed: number;
  tokens: TokenPoints[] | number;
  permanents?: number;
  ingenuity?: number;
  total: number;
  cards_left?: number;
}

export interface Outcome {
  players: PlayerResult[];
  winners: number[];
}

const NOTHING: Offers = { flip: [], take: [], draw: false, pass: false, tokens: [], missing: [] };

export const viewOf = (table: TableView): View | null => (table.game?.view as View | undefined) ?? null;

export const offersOf = (table: TableView): Offers => (table.game?.offers as Offers | undefined) ?? NOTHING;

export const outcomeOf = (table: TableView): Outcome | null =>
  (table.game?.outcome as Outcome | null) ?? null;

/** Whether the game itself plays this seat. */
export const isCity = (view: View, seat: number): boolean =>
  view.markers !== null && seat !== view.cities[0]?.seat;
