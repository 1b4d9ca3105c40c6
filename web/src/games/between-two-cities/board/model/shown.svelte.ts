import type { Placeable } from "../../types";
import type { Seats } from "./seats.svelte";

/** The part of the table that the viewer looks at. */
export class Shown {
  readonly #seats: Seats;
  /** The city that a narrow screen shows at full width. */
  side = $state<"left" | "right">("left");
  /** The spot under the pointer or the focus. */
  hovered = $state.raw<Placeable | null>(null);
  /** The city that is shown enlarged. */
  enlarged = $state<number | null>(null);

  constructor(seats: Seats) {
    this.#seats = seats;
  }

  turnTo(side: "left" | "right"): void {
    this.side = side;
  }

  turnToCity(city: number): void {
    this.side = this.#seats.sideOf(city);
  }
}
