import type { TableProps } from "$lib/game/game";
import { moveOf, placing, samePlacement, type Move, type Placement, type Placeable } from "../../types";
import { Choosing } from "./choosing.svelte";
import { GameModel } from "./game.svelte";
import { BoardHints } from "./hints.svelte";
import { LatestTurn } from "./latest.svelte";
import { Placing } from "./placing.svelte";
import { Seats } from "./seats.svelte";
import { Shown } from "./shown.svelte";
import { Talk, type Ghost } from "./talk.svelte";

/**
 * The view model of the board: the table, and the viewer's unfinished actions. Each part has a file of its own; this one has
 * the members that concern several of them.
 */
export class BoardModel extends GameModel {
  readonly seats: Seats;
  readonly latest: LatestTurn;
  readonly choosing: Choosing;
  readonly placing: Placing;
  readonly talk: Talk;
  readonly shown: Shown;
  readonly hints: BoardHints;

  constructor(props: () => TableProps) {
    super(props);
    this.seats = new Seats(this);
    this.latest = new LatestTurn(this);
    this.choosing = new Choosing(this);
    this.placing = new Placing(this);
    this.talk = new Talk(this, this.seats, this.placing);
    this.shown = new Shown(this.seats);
    this.hints = new BoardHints(this);
  }

  /** The spots that can be chosen now, each with its points. */
  readonly spots = $derived.by((): Placeable[] => this.talk.suggesting?.spots ?? this.placing.spots);
  /** The placements that are explained: the spot under the pointer, else the drafts. */
  readonly explained = $derived.by((): Placeable[] => {
    const { hovered } = this.shown;
    if (hovered && this.spots.some((spot) => samePlacement(spot, hovered))) return [hovered];
    return this.placing.active && !this.talk.suggesting ? [...this.placing.drafts.values()] : [];
  });

  /** The moves that are prepared: the pair that was picked, or the tiles that were laid down. */
  readonly drafts = $derived.by((): Move[] => {
    const { pair } = this.choosing;
    if (pair) return [{ kind: "choose", pieces: pair.pieces }];
    return this.placing.active ? [...this.placing.drafts.values()].map(placing) : [];
  });

  /** Selects a tile of the tray instead of suggesting; null deselects. */
  select(key: string | null): void {
    this.soon.stop();
    this.talk.stopSuggesting();
    this.placing.select(key);
    this.showSpots();
  }

  /** Turns to a city where the selected tile may go, if the one that is shown is none. */
  showSpots(): void {
    const cities = this.spots.map(({ city }) => city);
    const [first] = cities;
    if (first !== undefined && !cities.includes(this.seats.sides[this.shown.side]))
      this.shown.turnToCity(first);
  }

  /** Chooses a spot: proposes it where a suggestion is being made, else lays the selected tile down. */
  async choose(spot: Placeable): Promise<void> {
    const { suggesting } = this.talk;
    if (suggesting) {
      this.talk.stopSuggesting();
      return this.talk.proposeFor(suggesting.seat, spot);
    }
    if (!this.placing.selected) return;
    this.#lay(spot);
    if (this.atOnce) await this.#placeAtOnce();
    this.showSpots();
  }

  #lay(spot: Placeable): void {
    this.soon.stop();
    this.placing.lay(spot);
    this.shown.hovered = null;
    this.shown.turnToCity(spot.city);
  }

  /** Places what was laid down: the last tile a moment later, since what comes then can't be undone. */
  async #placeAtOnce(): Promise<void> {
    if (this.placing.tray.length > 1) await this.placing.place();
    else this.soon.start(() => this.placing.place());
  }

  /**
   * Answers a proposal. To agree to one for the viewer's own tile lays that tile down, and says so; to agree to another puts
   * back a draft that lies there.
   */
  async answer(ghost: Ghost, agree: boolean): Promise<void> {
    const { id, seat } = ghost.proposal;
    if (agree && seat === this.me) this.layProposed(ghost);
    else if (agree) this.placing.giveWayTo(ghost);
    await this.send({ type: "answer", proposal: id, agree });
  }

  /** Lays a tile of the tray down as it was proposed. */
  layProposed(placement: Placement): void {
    const tile = this.placing.tileFor(placement);
    const spot = tile && this.placing.spotsOf(tile).find((one) => samePlacement(one, placement));
    if (!tile || !spot) return;
    this.soon.stop();
    this.talk.stopSuggesting();
    this.placing.layProposed(tile, spot);
    this.shown.hovered = null;
    this.shown.turnToCity(spot.city);
    this.showSpots();
  }

  /** Prepares moves as if the viewer had chosen them. The first tile stays selected, so that it can be moved. */
  prepare(moves: readonly unknown[]): void {
    const prepared = moves.map(moveOf);
    for (const move of prepared) this.hints.follow(move);
    const [first] = prepared.flatMap((move) => (move.kind === "place" ? [move] : []));
    const tile = first && this.placing.tileFor(first);
    if (!tile) return;
    this.select(tile.key);
    this.shown.turnToCity(first.city);
  }

  /** Begins to suggest a spot for a partner's tile, or stops, and shows the city. */
  suggest(seat: number, piece: string): void {
    this.talk.suggest(seat, piece);
    const city = this.offers.suggest.find((offer) => offer.seat === seat)?.city;
    if (city !== undefined) this.shown.turnToCity(city);
  }

  /** Undoes the latest step on the page: a suggestion, a selection, a draft or a pick. Whether there was one. */
  stepBack(): boolean {
    this.soon.stop();
    if (this.talk.stopSuggesting() || this.placing.select(null) || this.placing.takeBackLast()) return true;
    if (this.choosing.picked.length === 0) return false;
    this.choosing.unpick();
    return true;
  }
}
