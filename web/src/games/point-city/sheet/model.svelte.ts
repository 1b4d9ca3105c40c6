import { LiveScore } from "$lib/score/live-score.svelte";
import type { Scored, Sheet } from "$wire/point-city";
import { NOTHING, seatsOf, sheetOf, textOf, type Entered } from "./text";

/** How many resource cards a player can have at the end. */
export const MOST_CARDS = 34;

/** How many cards of the box show ingenuity. */
const INGENUITY_CARDS = 40;

/** The score sheet of a table: the entries of each seat, and the scores as they are now. */
export class SheetModel {
  #seats = $state.raw<readonly Entered[]>([]);
  /** The seat that is being entered. */
  seat = $state(0);
  readonly live = new LiveScore<Sheet, Scored>("point-city");

  constructor(body: string) {
    this.#seats = seatsOf(body);
  }

  readonly body = $derived.by(() => textOf(this.#seats));
  readonly scored = $derived.by(() => this.live.scored);
  /** The entries of the seat that is being entered. */
  readonly entered = $derived.by(() => this.#seats[this.seat] ?? NOTHING);

  /** How many ingenuity cards the seat that is being entered can have beside those of the others. */
  readonly mostIngenuity = $derived.by(() => {
    const others = this.#seats.slice(0, this.scored?.seats.length).filter((_, seat) => seat !== this.seat);
    const taken = others.reduce((sum, { ingenuity }) => sum + ingenuity, 0);
    return Math.max(0, Math.min(MOST_CARDS, INGENUITY_CARDS - taken));
  });

  /** Adds so many buildings of a kind, or takes them away. */
  build(kind: string, many: number): void {
    const { [kind]: before = 0, ...others } = this.entered.buildings;
    const now = Math.max(0, before + many);
    this.#change({ buildings: now === 0 ? others : { ...others, [kind]: now } });
  }

  /** Takes a token, or puts it back. */
  toggle(token: string): void {
    const { tokens } = this.entered;
    const others = tokens.filter((one) => one !== token);
    this.#change({ tokens: others.length < tokens.length ? others : [...tokens, token] });
  }

  set(what: "cards" | "ingenuity" | "face_down", value: number): void {
    this.#change({ [what]: value });
  }

  /** Scores a table of so many seats as it is now. */
  ask(variant: string, seats: number): void {
    this.live.ask(sheetOf(variant, seats, this.#seats));
  }

  #change(change: Partial<Entered>): void {
    const seats = [...this.#seats];
    while (seats.length <= this.seat) seats.push(NOTHING);
    seats[this.seat] = { ...(seats[this.seat] ?? NOTHING), ...change };
    this.#seats = seats;
  }
}
