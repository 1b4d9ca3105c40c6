import { placesIn } from "../../pieces";
import { moveOf } from "../../types";
import { ownOptions } from "../../options";
import type { GameModel } from "./game.svelte";

/** The viewer's hand, and the two tiles of it that are being chosen. */
export class Choosing {
  readonly #game: GameModel;
  /** Which places of the hand were picked, and in which turn. */
  #picked = $state.raw<{ turn: string; places: number[] }>({ turn: "", places: [] });

  constructor(game: GameModel) {
    this.#game = game;
  }

  readonly hand = $derived.by(() => this.#game.view.hand ?? []);
  /** The pair that the viewer has sealed; null if there is none. */
  readonly sealed = $derived.by(() => {
    const { my_sealed } = this.#game.game;
    const move = my_sealed === null ? null : moveOf(my_sealed);
    return move?.kind === "choose" ? move.pieces : null;
  });
  /** Whether the viewer is asked to choose. */
  readonly active = $derived.by(
    () => this.#game.playing && this.#game.offers.choose.length > 0 && !this.sealed,
  );
  readonly picked = $derived.by(() => (this.#picked.turn === this.#game.turn ? this.#picked.places : []));
  /** The places of the hand that are shown raised: picked, or sealed. Of equal tiles those that were picked. */
  readonly raised = $derived.by(() => {
    const { sealed, picked } = this;
    if (!sealed) return picked;
    const pieces = picked.map((place) => this.hand[place]).sort();
    return pieces.join() === [...sealed].sort().join() ? picked : this.placesOf(sealed);
  });
  /** The offer for the picked pair; null while it is not complete. */
  readonly pair = $derived.by(() => {
    if (this.sealed) return null;
    const pieces = this.picked.map((place) => this.hand[place]).sort();
    if (pieces.length !== 2) return null;
    return (
      this.#game.offers.choose.find((offer) => [...offer.pieces].sort().join() === pieces.join()) ?? null
    );
  });
  readonly mayUnseal = $derived.by(() => this.#game.playing && this.#game.game.undo === "sealed");

  /** Whether this table shows the hands that were passed on. */
  readonly showsPassed = $derived.by(
    () => ownOptions(this.#game.table.options.game).passed_hands && this.#game.me !== null,
  );
  /** The hands that the viewer passed on and may still see. The one in hand is among those that are known. */
  readonly passed = $derived.by(() => {
    const { view } = this.#game;
    if (!this.showsPassed || view.phase !== "choose") return [];
    const known = view.known_hands.filter(({ discarded, tiles }) => !discarded && tiles.length > 0);
    const own = [...this.hand].sort().join();
    const held = known.findIndex(({ tiles }) => [...tiles].sort().join() === own);
    return known.filter((_, i) => i !== held);
  });

  /** The places of the hand where two tiles are. */
  placesOf(pieces: readonly [string, string]): number[] {
    return placesIn(this.hand, pieces);
  }

  /** Picks a tile of the hand or puts it back; a third one replaces the one picked first. */
  pick(place: number): void {
    if (!this.active) return;
    const places = this.picked.includes(place)
      ? this.picked.filter((other) => other !== place)
      : [...this.picked, place].slice(-2);
    this.#picked = { turn: this.#game.turn, places };
    this.#game.soon.stop();
    const { pair } = this;
    if (pair && this.#game.atOnce) this.#game.soon.start(() => this.pair === pair && this.seal());
  }

  pickPair(pieces: readonly [string, string]): void {
    this.#picked = { turn: this.#game.turn, places: this.placesOf(pieces) };
    this.#game.soon.stop();
  }

  unpick(): void {
    this.#picked = { turn: this.#game.turn, places: [] };
    this.#game.soon.stop();
  }

  async seal(): Promise<void> {
    this.#game.soon.stop();
    if (!this.pair || this.#game.busy) return;
    // A pair that was refused is not shown as picked any longer.
    if (!(await this.#game.move({ kind: "choose", pieces: this.pair.pieces }))) this.unpick();
  }
}
