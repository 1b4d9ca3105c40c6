import { act } from "$lib/act";
import { Adviser } from "$lib/adviser.svelte";
import type { TableProps } from "$lib/game";
import type { Action, Proposal } from "$lib/protocol";
import { seatColours } from "$lib/seats";
import { moveOf } from "./pieces";
import { latestTurn } from "./story";
import { trayOf, type Loose } from "./tray";
import type { Offers, Placeable, View } from "./types";

/** A proposal as it is drawn on a city. */
export interface Ghost {
  proposal: Proposal;
  piece: string;
  city: number;
  spot: string;
}

/** A cell that was built in the latest turn: by whom, and their colour. */
export interface Fresh {
  seat: number;
  colour: string;
}

/** What the viewer is about to do, and everything that follows from it and the table. Nothing of it leaves the page. */
export class Desk {
  readonly #props: () => TableProps;
  /** What was picked of the hand, for the turn that it was picked in. */
  #picked = $state.raw<{ turn: string; tiles: number[] }>({ turn: "", tiles: [] });
  #drafts = $state.raw<Record<string, string>>({});
  #selected = $state<string | null>(null);
  #suggesting = $state.raw<{ seat: number; piece: string } | null>(null);
  #side = $state<"left" | "right">("left");
  #chair = $state<number | null>(null);
  /** The spot that is looked at, whose worth is told. */
  hinted = $state.raw<Placeable | null>(null);
  busy = $state(false);
  /** Whether running scores are shown by type. */
  sums = $state(false);
  /** The city that is looked at closely. */
  enlarged = $state<number | null>(null);

  constructor(props: () => TableProps) {
    this.#props = props;
  }

  readonly table = $derived.by(() => this.#props().table);
  readonly names = $derived.by(() => this.#props().names);
  readonly game = $derived.by(() => {
    const { game } = this.table;
    if (!game) throw new Error("a board without a game");
    return game;
  });
  readonly view = $derived.by(() => this.game.view as View);
  readonly offers = $derived.by(() => this.game.offers as Offers);
  readonly me = $derived.by(() => this.table.me);
  /** The chair from which the table is seen; spectators may walk round. */
  readonly seat = $derived.by(() => this.me ?? this.#chair ?? 0);
  /** Whether the viewer plays here and now: not a spectator, and no bot in their place. */
  readonly playing = $derived.by(() => {
    const sitter = this.me === null ? null : this.table.chairs[this.me]?.sitter;
    return sitter?.kind === "person" && sitter.stand_in === null;
  });
  readonly colours = $derived.by(() =>
    seatColours(this.table.chairs).map((colour) => `var(--player-${colour})`),
  );
  readonly turn = $derived.by(() => `${this.view.round}.${this.view.turn}`);

  /** The numbers of the cities on the left and right of the chair. */
  readonly sides = $derived.by(() => {
    const { cities } = this.view;
    return {
      left: cities.findIndex(({ builders }) => builders[0] === this.seat),
      right: cities.findLastIndex(({ builders }) => builders[1] === this.seat),
    };
  });
  /** The other chairs clockwise, each after the city that lies before it (none before the first). */
  readonly others = $derived.by(() => {
    const { seats, cities } = this.view;
    const chairs = Array.from({ length: seats - 1 }, (_, i) => (this.seat + 1 + i) % seats);
    const own = [this.sides.left, this.sides.right];
    return chairs.map((seat) => ({
      seat,
      cities: cities.flatMap(({ builders }, city) =>
        builders[0] === seat && !own.includes(city) ? [city] : [],
      ),
    }));
  });
  partnerIn(city: number): number | null {
    return this.view.cities[city]?.builders.find((seat) => seat !== this.seat) ?? null;
  }
  isAutomaton(seat: number): boolean {
    return this.table.chairs[seat]?.sitter.kind === "automaton";
  }

  readonly story = $derived.by(() => latestTurn(this.table.log));

  // Choosing.

  readonly sealed = $derived.by(() => {
    const move = this.game.my_sealed ? moveOf(this.game.my_sealed) : null;
    return move?.kind === "choose" ? move.pieces : null;
  });
  readonly hand = $derived.by(() => this.view.hand ?? []);
  readonly choosing = $derived.by(() => this.playing && this.offers.choose.length > 0 && !this.sealed);
  readonly picked = $derived.by(() => (this.#picked.turn === this.turn ? this.#picked.tiles : []));
  /** The hand's places that are lifted: picked, or sealed. */
  readonly lifted = $derived.by(() => {
    if (!this.sealed) return this.picked;
    const [one, other] = this.sealed;
    const first = this.hand.indexOf(one);
    return [first, this.hand.findIndex((piece, i) => piece === other && i !== first)];
  });
  readonly pair = $derived.by(() => {
    if (this.sealed) return null;
    const pieces = this.picked.map((i) => this.hand[i]).sort();
    if (pieces.length !== 2) return null;
    return this.offers.choose.find((offer) => [...offer.pieces].sort().join() === pieces.join()) ?? null;
  });

  /** Picks a tile of the hand or puts it back; a third one takes the place of the oldest. */
  pick(index: number): void {
    if (!this.choosing) return;
    const tiles = this.picked.includes(index)
      ? this.picked.filter((other) => other !== index)
      : [...this.picked, index].slice(-2);
    this.#picked = { turn: this.turn, tiles };
  }
  unpick(): void {
    this.#picked = { turn: this.turn, tiles: [] };
  }
  async seal(): Promise<void> {
    if (!this.pair || this.busy) return;
    // What the table does not take is not shown any longer either.
    if (!(await this.send({ type: "move", mv: this.pair.mv }))) this.unpick();
  }
  readonly mayUnseal = $derived.by(() => this.playing && this.game.undo === "sealed");

  // Placing.

  readonly placing = $derived.by(() => this.playing && this.offers.place.length > 0);
  readonly tray = $derived.by((): Loose[] => {
    if (this.me === null || !this.placing) return [];
    const automas = this.table.chairs.some(({ sitter }) => sitter.kind === "automaton");
    return trayOf(this.view, this.me, automas, this.story);
  });
  /** The spots where a tile of the tray may go. */
  spotsOf(loose: Loose): Placeable[] {
    return this.offers.place.filter(
      ({ piece, city }) => piece === loose.piece && (loose.city === null || loose.city === city),
    );
  }
  /** Tiles laid down for now: the offer by the tile's key, as far as it still holds. */
  readonly drafts = $derived.by(() => {
    const laid = new Map<string, Placeable>();
    for (const loose of this.tray) {
      const offer = this.spotsOf(loose).find(({ mv }) => mv === this.#drafts[loose.key]);
      if (offer) laid.set(loose.key, offer);
    }
    return laid;
  });
  readonly selected = $derived.by(() => {
    const chosen = this.tray.find(({ key }) => key === this.#selected);
    return (
      chosen ?? this.tray.find((loose) => !this.drafts.has(loose.key) && this.#free(loose).length > 0) ?? null
    );
  });
  #free(loose: Loose): Placeable[] {
    const taken = [...this.drafts].filter(([key]) => key !== loose.key).map(([, { city }]) => city);
    return this.spotsOf(loose).filter(({ city }) => !taken.includes(city));
  }
  readonly suggesting = $derived.by(() => {
    const wish = this.#suggesting;
    if (!wish || !this.playing) return null;
    const spots = this.offers.suggest.filter(({ seat, piece }) => seat === wish.seat && piece === wish.piece);
    return spots.length > 0 ? { ...wish, spots } : null;
  });
  /** The spots that are lit, each with what it is worth. */
  readonly spots = $derived.by((): Placeable[] => {
    if (this.suggesting) return this.suggesting.spots;
    if (!this.selected || this.busy) return [];
    // A tile that lies already may change over; one from the tray takes the city that is left.
    return this.drafts.has(this.selected.key) ? this.spotsOf(this.selected) : this.#free(this.selected);
  });
  readonly hint = $derived.by(() => {
    const { hinted } = this;
    if (hinted && this.spots.some(({ mv }) => mv === hinted.mv)) return hinted;
    return null;
  });
  /** The placements whose reasons are told: the spot that is looked at, else what lies for now. */
  readonly told = $derived.by((): Placeable[] => {
    if (this.hint) return [this.hint];
    return this.placing && !this.suggesting ? [...this.drafts.values()] : [];
  });
  /** The city that a narrow screen shows at full width. */
  readonly side = $derived.by(() => {
    const lit = this.spots.map(({ city }) => city);
    const { left, right } = this.sides;
    if (lit.length > 0 && !lit.includes(left)) return "right";
    if (lit.length > 0 && !lit.includes(right)) return "left";
    return this.#side;
  });
  turnTo(side: "left" | "right"): void {
    this.#side = side;
  }

  select(key: string | null): void {
    this.#suggesting = null;
    this.#selected = key;
  }
  /** Lays a tile down for now; whatever lay in that city goes back to the tray. */
  draft(offer: Placeable): void {
    if (this.suggesting) {
      const { seat } = this.suggesting;
      this.#suggesting = null;
      void this.send({ type: "propose", seat, mv: offer.mv });
      return;
    }
    const loose = this.selected;
    if (!loose) return;
    const kept = [...this.drafts].filter(([, { city }]) => city !== offer.city);
    this.#drafts = {
      ...Object.fromEntries(kept.map(([key, { mv }]) => [key, mv])),
      [loose.key]: offer.mv,
    };
    this.#selected = null;
    this.hinted = null;
    this.#side = offer.city === this.sides.left ? "left" : "right";
  }
  drop(key: string): void {
    const { [key]: _, ...kept } = this.#drafts;
    this.#drafts = kept;
  }
  /** Steps back: from a suggestion, a selection, or the latest draft. Whether there was anything. */
  back(): boolean {
    if (this.#suggesting) this.#suggesting = null;
    else if (this.#selected) this.#selected = null;
    else if (this.drafts.size > 0) this.drop([...this.drafts.keys()].at(-1) ?? "");
    else if (this.picked.length > 0) this.unpick();
    else return false;
    return true;
  }
  /** Sends what lies as a draft, one after the other. */
  async place(): Promise<void> {
    if (this.busy) return;
    this.#selected = null;
    for (const [key, { mv }] of [...this.drafts]) {
      if (await this.send({ type: "move", mv })) continue;
      this.drop(key);
      break;
    }
  }

  // Talk.

  readonly mayTalk = $derived.by(() => this.playing && this.table.options.talk !== "silent");
  suggest(seat: number, piece: string): void {
    const same = this.#suggesting?.seat === seat && this.#suggesting.piece === piece;
    this.#suggesting = same ? null : { seat, piece };
    const city = this.offers.suggest.find((offer) => offer.seat === seat)?.city;
    if (city !== undefined) this.#side = city === this.sides.left ? "left" : "right";
  }
  /** Shows the drafts to the partners, instead of placing them. */
  readonly askable = $derived.by(() =>
    this.mayTalk
      ? [...this.drafts.values()].filter(({ city, mv }) => {
          const partner = this.partnerIn(city);
          const asked = this.table.proposals.some((one) => one.by === this.me && one.mv === mv);
          return partner !== null && !this.isAutomaton(partner) && !asked;
        })
      : [],
  );
  async ask(city: number): Promise<void> {
    const { me } = this;
    const offer = this.askable.find((one) => one.city === city);
    if (me !== null && offer) await this.send({ type: "propose", seat: me, mv: offer.mv });
  }
  readonly ghosts = $derived.by(() =>
    this.table.proposals.flatMap((proposal): Ghost[] => {
      const move = moveOf(proposal.mv);
      return move?.kind === "place" ? [{ proposal, ...move }] : [];
    }),
  );
  /** The tile of the tray with which a move may be made. */
  #tileFor(move: string): Loose | undefined {
    return this.tray.find((tile) => this.spotsOf(tile).some(({ mv }) => mv === move));
  }
  /** Lays a proposal for one's own tile down as a draft. */
  follow(move: string): void {
    const loose = this.#tileFor(move);
    const offer = loose && this.spotsOf(loose).find(({ mv }) => mv === move);
    if (!loose || !offer) return;
    this.select(loose.key);
    this.draft(offer);
  }

  // Hints.

  readonly adviser = new Adviser({
    table: () => this.table,
    connection: () => this.#props().connection,
    question: () => {
      if (this.choosing) return this.turn;
      return this.placing ? `${this.turn} ${this.tray.map(({ key }) => key).join()}` : null;
    },
    possible: (move) =>
      this.offers.choose.some(({ mv }) => mv === move) || this.offers.place.some(({ mv }) => mv === move),
  });
  /** The moves that a bot thinks of, as far as they are shown on the board: the best first. */
  readonly advised = $derived.by(() => (this.adviser.moves ?? []).slice(0, 3).map(({ mv }) => mv));
  /** The places of the hand that make the best pair. */
  readonly advisedTiles = $derived.by(() => this.#placesOf(this.advised[0]));
  #placesOf(mv: string | undefined): number[] {
    const move = mv ? moveOf(mv) : null;
    if (move?.kind !== "choose") return [];
    const first = this.hand.indexOf(move.pieces[0]);
    return [first, this.hand.findIndex((piece, i) => piece === move.pieces[1] && i !== first)];
  }
  /** Turns to the tile and the city that the best move is about. */
  turnToAdvice(): void {
    const best = this.offers.place.find(({ mv }) => mv === this.advised[0]);
    const loose = best && this.#tileFor(best.mv);
    if (!best || !loose) return;
    this.select(loose.key);
    this.turnTo(best.city === this.sides.left ? "left" : "right");
  }
  /** Does what a hint says, as far as it can be taken back. */
  heed(move: string): void {
    const tiles = this.#placesOf(move);
    if (tiles.length > 0) this.#picked = { turn: this.turn, tiles };
    else this.follow(move);
  }

  /** What partners may still place in a city, to propose a spot for it. */
  tilesOfPartner(city: number): { seat: number; piece: string }[] {
    const seen = new Map<string, { seat: number; piece: string }>();
    for (const { seat, piece, city: where } of this.offers.suggest) {
      if (where === city) seen.set(`${seat} ${piece}`, { seat, piece });
    }
    return [...seen.values()];
  }

  async send(action: Action): Promise<boolean> {
    this.busy = true;
    try {
      return await act(this.#props().connection, action);
    } finally {
      this.busy = false;
    }
  }
  /** For spectators: looks from another chair. */
  moveTo(seat: number): void {
    if (this.me === null) this.#chair = seat;
  }
}
