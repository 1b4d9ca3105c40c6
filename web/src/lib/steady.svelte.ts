import type { TableView } from "./protocol";

/** Nobody holds a board still for longer, whatever becomes of their finger. */
const LONGEST = 5_000;
/** The click of a tap comes a moment after the finger is up; that of a mouse comes with it. */
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

  letGo({ pointerType }: PointerEvent): void {
    if (this.#held) this.#letGoIn(pointerType === "mouse" ? 0 : AFTERGLOW);
  }

  /** The press has become a click: what comes of it is to be seen at once. */
  clicked(): void {
    clearTimeout(this.#timer);
    this.#held = null;
  }

  #letGoIn(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#held = null), time);
  }
}
