import { faceOf } from "$lib/game/seats";
import type { Temperament } from "$wire/protocol";
import type { GameModel } from "./game.svelte";

/** The places of the players, seen from one seat, and the cities between them. */
export class Seats {
  readonly #game: GameModel;
  /** The seat that a spectator chose. */
  #watched = $state<number | null>(null);

  constructor(game: GameModel) {
    this.#game = game;
  }

  /** The seat from which the table is shown: the viewer's; spectators choose one. */
  readonly seat = $derived.by(() => this.#game.me ?? this.#watched ?? 0);
  /** The numbers of the cities on the left and right of that seat. */
  readonly sides = $derived.by(() => {
    const { cities } = this.#game.view;
    return {
      left: cities.findIndex(({ builders }) => builders[0] === this.seat),
      right: cities.findLastIndex(({ builders }) => builders[1] === this.seat),
    };
  });
  /** The other seats clockwise, each with the cities between it and the next one. */
  readonly others = $derived.by(() => {
    const { seats, cities } = this.#game.view;
    const clockwise = Array.from({ length: seats - 1 }, (_, i) => (this.seat + 1 + i) % seats);
    const own = [this.sides.left, this.sides.right];
    return clockwise.map((seat) => ({
      seat,
      cities: cities.flatMap(({ builders }, city) =>
        builders[0] === seat && !own.includes(city) ? [city] : [],
      ),
    }));
  });

  /** The side of the seat on which a city is. */
  sideOf(city: number): "left" | "right" {
    return city === this.sides.left ? "left" : "right";
  }

  /** The seat with which this one builds a city; null if it builds the city alone. */
  partnerIn(city: number): number | null {
    return this.#game.view.cities[city]?.builders.find((seat) => seat !== this.seat) ?? null;
  }

  isAutomaton(seat: number): boolean {
    return this.#game.table.chairs[seat]?.sitter.kind === "automaton";
  }

  /** Whether a bot plays on a seat, be it in place of a person. */
  isBot(seat: number): boolean {
    return faceOf(this.#game.table.chairs[seat]) === "bot";
  }

  /** The temperament of the bot on a seat; null if none plays there. */
  temperamentOf(seat: number): Temperament | null {
    const sitter = this.#game.table.chairs[seat]?.sitter;
    return sitter?.kind === "bot" ? sitter.temperament : null;
  }

  /** Spectators: shows the table from another seat. */
  watchFrom(seat: number): void {
    if (this.#game.me === null) this.#watched = seat;
  }
}
