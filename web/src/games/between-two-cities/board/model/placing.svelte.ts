import type { TileLeft } from "$wire/between-two-cities";
import { cellsAt } from "../../pieces";
import { placing, samePlacement, type Placement, type Placeable } from "../../types";
import type { GameModel } from "./game.svelte";

/** A tile that the viewer has to place. `city` is where it has to go, if that is settled. */
export interface TrayTile extends TileLeft {
  /** Stays the same until the tile is placed. */
  key: string;
}

/** A draft that was put back because the viewer agreed to a proposal. */
export interface GivenUp {
  key: string;
  offer: Placement;
  /** Whether the proposal was for the viewer's other tile. */
  own: boolean;
}

/** The tiles that are left to place in a turn, each with a key: of equal tiles the first one keeps its key longest. */
export function trayOf(left: readonly TileLeft[], turn: string): TrayTile[] {
  const counts = new Map<string, number>();
  return left.map((tile) => {
    const kind = `${turn} ${tile.piece} ${tile.seat}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return { ...tile, key: `${kind} ${count}` };
  });
}

/** The tiles that the viewer has to place, and the drafts: tiles laid down on the page, not sent yet. */
export class Placing {
  readonly #game: GameModel;
  /** Where tiles were laid down, by the tile's key. */
  #laid = $state.raw<Record<string, Placement>>({});
  #selected = $state<string | null>(null);
  /** The tile that came next when another was laid down. It stays, so that news never puts another tile under a finger. */
  #next = $state<string | null>(null);

  #givenUp = $state.raw<GivenUp | null>(null);

  constructor(game: GameModel) {
    this.#game = game;
  }

  /** Whether the viewer is asked to place tiles. */
  readonly active = $derived.by(() => this.#game.playing && this.#game.offers.place.length > 0);
  readonly tray = $derived.by((): TrayTile[] => {
    const { me, view, turn } = this.#game;
    const mine = this.active ? view.to_place.find(({ seat }) => seat === me) : undefined;
    return trayOf(mine?.left ?? [], turn);
  });
  /** The drafts that are still possible, by the tile's key. */
  readonly drafts = $derived.by(() => {
    const drafts = new Map<string, Placeable>();
    for (const tile of this.tray) {
      const laid = this.#laid[tile.key];
      const offer = laid && this.spotsOf(tile).find((spot) => samePlacement(spot, laid));
      if (offer) drafts.set(tile.key, offer);
    }
    return drafts;
  });
  /** Tiles that were laid down where a partner has built since, or where they no longer fit: they are in the tray again. */
  readonly lost = $derived.by((): Placement[] => {
    if (this.#game.busy) return [];
    return this.tray.flatMap(({ key }) => {
      const laid = this.#laid[key];
      return laid && !this.drafts.has(key) ? [laid] : [];
    });
  });
  /** The tile that is in the tray again because the viewer agreed to a proposal; null if there is none. */
  readonly givenUp = $derived.by((): GivenUp | null => {
    const given = this.#givenUp;
    if (!given || this.drafts.has(given.key)) return null;
    return this.tray.some(({ key }) => key === given.key) ? given : null;
  });
  /** The tile that is being placed: the one selected, else the first that is not laid down. */
  readonly selected = $derived.by(() => {
    const chosen = this.tray.find(({ key }) => key === this.#selected);
    if (chosen) return chosen;
    const open = this.tray.filter((tile) => !this.drafts.has(tile.key) && this.#freeSpotsOf(tile).length > 0);
    return open.find(({ key }) => key === this.#next) ?? open[0] ?? null;
  });
  /** Where the selected tile may go. */
  readonly spots = $derived.by((): Placeable[] => {
    if (!this.selected || this.#game.busy) return [];
    // A draft may move to either city; a tile from the tray takes a city that has no draft yet.
    return this.drafts.has(this.selected.key)
      ? this.spotsOf(this.selected)
      : this.#freeSpotsOf(this.selected);
  });

  /** Every spot where a tile of the tray may go. */
  spotsOf(tile: TrayTile): Placeable[] {
    return this.#game.offers.place.filter(
      ({ piece, city }) => piece === tile.piece && (tile.city === null || tile.city === city),
    );
  }

  #freeSpotsOf(tile: TrayTile): Placeable[] {
    const taken = [...this.drafts].filter(([key]) => key !== tile.key).map(([, { city }]) => city);
    return this.spotsOf(tile).filter(({ city }) => !taken.includes(city));
  }

  /** The tile of the tray that can be placed so. */
  tileFor(placement: Placement): TrayTile | undefined {
    return this.tray.find((tile) => this.spotsOf(tile).some((spot) => samePlacement(spot, placement)));
  }

  /** Selects a tile by its key; null deselects. Whether a tile had been selected. */
  select(key: string | null): boolean {
    const before = this.#selected;
    this.#selected = key;
    return before !== null;
  }

  /** Lays the selected tile down as a draft; another draft in that city goes back to the tray. */
  lay(offer: Placeable): void {
    const tile = this.selected;
    if (!tile) return;
    const kept = [...this.drafts].filter(([, { city }]) => city !== offer.city);
    this.#laid = { ...Object.fromEntries(kept), [tile.key]: offer };
    this.#givenUp = null;
    this.#selected = null;
    this.#next = this.selected?.key ?? null;
  }

  /** Puts drafts back that a proposal, to which the viewer agrees, leaves no room: they lie on its cells. */
  giveWayTo(proposed: Placement): void {
    const taken = cellsAt(proposed.piece, proposed.spot);
    for (const [key, offer] of [...this.drafts]) {
      const meets = cellsAt(offer.piece, offer.spot).some(({ x, y }) =>
        taken.some((cell) => cell.x === x && cell.y === y),
      );
      if (offer.city === proposed.city && meets) this.#giveUp({ key, offer, own: false });
    }
  }

  /** Lays a tile down as it was proposed; another draft in that city goes back to the tray. */
  layProposed(tile: TrayTile, offer: Placeable): void {
    const displaced = [...this.drafts].find(([key, { city }]) => key !== tile.key && city === offer.city);
    this.#selected = tile.key;
    this.lay(offer);
    if (displaced) this.#giveUp({ key: displaced[0], offer: displaced[1], own: true });
  }

  #giveUp(given: GivenUp): void {
    this.takeBack(given.key);
    this.#givenUp = given;
  }

  /** Puts a draft back into the tray. */
  takeBack(key: string): void {
    const { [key]: _, ...kept } = this.#laid;
    this.#laid = kept;
  }

  /** Puts the latest draft back. Whether there was one. */
  takeBackLast(): boolean {
    const last = [...this.drafts.keys()].at(-1);
    if (last !== undefined) this.takeBack(last);
    return last !== undefined;
  }

  /** Sends the drafts, one after the other, until one is refused. */
  async place(): Promise<void> {
    if (this.#game.busy) return;
    this.#game.soon.stop();
    this.#selected = null;
    for (const [key, offer] of [...this.drafts]) {
      const done = await this.#game.move(placing(offer));
      // A refused tile, and one that is placed and may be undone, are not drafts any longer.
      this.takeBack(key);
      if (!done) break;
    }
  }
}
