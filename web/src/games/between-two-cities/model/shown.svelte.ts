import type { Placeable } from "../types";
import type { Seats } from "./seats.svelte";

/** What the viewer looks at. */
export class Shown {
  readonly #seats: Seats;
  readonly #spots: () => readonly Placeable[];
  #side = $state<"left" | "right">("left");
  /** The spot under the pointer or the focus. */
  hovered = $state.raw<Placeable | null>(null);
  /** Whether scores are shown by type. */
  sums = $state(false);
  /** The city that is shown enlarged. */
  enlarged = $state<number | null>(null);

  /** `spots`: where the selected tile may go. */
  constructor(seats: Seats, spots: () => readonly Placeable[]) {
    this.#seats = seats;
    this.#spots = spots;
  }

  /** The city that a narrow screen shows at full width: one where the selected tile may go. */
  readonly side = $derived.by(() => {
    const cities = this.#spots().map(({ city }) => city);
    const { left, right } = this.#seats.sides;
    if (cities.length > 0 && !cities.includes(left)) return "right";
    if (cities.length > 0 && !cities.includes(right)) return "left";
    return this.#side;
  });

  turnTo(side: "left" | "right"): void {
    this.#side = side;
  }

  turnToCity(city: number): void {
    this.#side = this.#seats.sideOf(city);
  }
}
