import type { TableView } from "./protocol";

/** Nobody holds a board still for longer, whatever becomes of their finger. */
const LONGEST = 5_000;
/** The click of a tap comes a moment after its end. */
const AFTERGLOW = 60;

/**
 * Holds a board still while somebody presses or drags something on it: news would move what is under the finger, and a
 * press that begins on one thing and ends on another is no click.
 */
export class Steady {
  readonly #table: () => TableView;
  #held = $state.raw<TableView | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: () => TableView) {
    this.#table = table;
  }

  /** The table to draw: the latest, or the one that the press began on. Derived, so that a press alone is no news. */
  readonly table: TableView = $derived.by(() => this.#held ?? this.#table());

  hold(): void {
    this.#held ??= this.#table();
    this.#letGoIn(LONGEST);
  }

  letGo(): void {
    if (this.#held) this.#letGoIn(AFTERGLOW);
  }

  #letGoIn(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#held = null), time);
  }
}
