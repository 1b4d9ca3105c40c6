import type { TableView } from "$wire/protocol";

/** The longest time that a press freezes the board, in milliseconds: a pointer's end may never be reported. */
const LONGEST = 5_000;
/** How long after a finger was lifted its click may still come, in milliseconds. A mouse's click comes at once. */
const CLICK_DELAY = 60;

/**
 * Freezes what a board shows while something on it is pressed or dragged. An update would move what is under the
 * pointer, and a press that begins on one element and ends on another causes no click.
 */
export class PressFreeze {
  readonly #latest: () => TableView;
  #frozen = $state.raw<TableView | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(latest: () => TableView) {
    this.#latest = latest;
  }

  /** The table to draw: the latest, or the one on which the press began. Derived, so that a press alone redraws nothing. */
  readonly table: TableView = $derived.by(() => this.#frozen ?? this.#latest());

  begin(): void {
    this.#frozen ??= this.#latest();
    this.#endIn(LONGEST);
  }

  end({ pointerType }: PointerEvent): void {
    if (this.#frozen) this.#endIn(pointerType === "mouse" ? 0 : CLICK_DELAY);
  }

  /** Ends the freeze because the press became a click, so that its result is shown at once. */
  clicked(): void {
    clearTimeout(this.#timer);
    this.#frozen = null;
  }

  #endIn(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#frozen = null), time);
  }
}
