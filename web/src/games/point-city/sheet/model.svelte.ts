import { LiveScore } from "$lib/score/live-score.svelte";
import type { Scored, Sheet } from "$wire/point-city";
import { NOTHING, seatsOf, sheetOf, textOf, type Entered } from "./text";

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
