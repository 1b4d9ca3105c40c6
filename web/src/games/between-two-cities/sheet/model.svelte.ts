import { LiveScore } from "$lib/score/live-score.svelte";
import type { Scored, Sheet } from "$wire/between-two-cities";
import { citiesOf, EMPTY, sheetOf, textOf } from "./text";

/** The score sheet of a table: the entries, the place of the next tile, and the scores as they are now. */
export class SheetModel {
  /** The cities by number, each 16 letters, row by row, `.` for an empty cell. Of the Automa city the order means nothing. */
  cities = $state.raw<readonly string[]>([]);
  /** The city that is being entered. */
  city = $state(0);
  /** The cell to which the next tile goes, 0 to 15. */
  cursor = $state(0);
  /** The latest action, for screen readers. */
  said = $state("");
  readonly live = new LiveScore<Sheet, Scored>("between-two-cities");

  constructor(body: string) {
    this.cities = citiesOf(body);
    this.cursor = this.#gap(15) ?? 0;
  }

  readonly body = $derived.by(() => textOf(this.cities));
  readonly scored = $derived.by(() => this.live.scored);
  /** The letters of the city that is being entered. */
  readonly cells = $derived.by(() => this.cities[this.city] ?? EMPTY);
  readonly count = $derived.by(() => this.live.scored?.cities.length ?? 0);

  /** Puts a tile on the cell of the cursor, which goes on to the next empty one. */
  put(letter: string): void {
    this.#set(this.cursor, letter);
    this.cursor = this.#gap(this.cursor) ?? this.cursor;
  }

  /** Clears the cell of the cursor; if it is empty, the one before it. */
  erase(): void {
    if (this.cells[this.cursor] === ".") {
      const before = this.cells.slice(0, this.cursor).search(/[^.]\.*$/);
      if (before < 0) return;
      this.cursor = before;
    }
    this.#set(this.cursor, ".");
  }

  /** Goes to another city. */
  open(city: number): void {
    this.city = city;
    this.cursor = this.#gap(15) ?? 0;
  }

  /** Scores the table of so many players as it is now. */
  ask(variant: string, players: number): void {
    this.live.ask(sheetOf(variant, players, this.cities));
  }

  #set(cell: number, letter: string): void {
    const cities = [...this.cities];
    while (cities.length <= this.city) cities.push(EMPTY);
    const letters = cities[this.city] ?? EMPTY;
    cities[this.city] = letters.slice(0, cell) + letter + letters.slice(cell + 1);
    this.cities = cities;
  }

  /** The next empty cell after this one, from the top again after the last; none in a full city. */
  #gap(after: number): number | null {
    const found = [...Array(16).keys()].map((i) => (after + 1 + i) % 16).find((i) => this.cells[i] === ".");
    return found ?? null;
  }
}
