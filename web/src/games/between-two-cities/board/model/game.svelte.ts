import { act } from "$lib/table/act";
import type { TableProps } from "$lib/game/game";
import { gameOf, offersOf, viewOf } from "$lib/table/state";
import type { Action } from "$wire/protocol";
import { seatColours } from "$lib/game/seats";
import { promptly, Soon } from "$lib/table/soon.svelte";
import type { Move, Offers, View } from "../../types";

/** The table in this game's types, and sending actions. */
export class GameModel {
  readonly #props: () => TableProps;
  /** Whether an action is on its way. */
  busy = $state(false);
  /** The choice that is made in a moment unless the viewer goes back. */
  readonly soon = new Soon();

  constructor(props: () => TableProps) {
    this.#props = props;
  }

  readonly table = $derived.by(() => this.#props().table);
  readonly connection = $derived.by(() => this.#props().connection);
  readonly names = $derived.by(() => this.#props().names);
  readonly game = $derived.by(() => gameOf(this.table));
  readonly view = $derived.by(() => viewOf<View>(this.table));
  readonly offers = $derived.by(() => offersOf<Offers>(this.table));
  /** Whether what led to the table is not shown in passing. */
  readonly still = $derived.by(() => this.#props().still ?? false);
  readonly me = $derived.by(() => this.table.me);
  /** Whether the viewer is a player, and not a spectator. While a bot plays for them, any action takes their seat back. */
  readonly playing = $derived.by(
    () => this.me !== null && this.table.chairs[this.me]?.sitter.kind === "person",
  );
  /**
   * Whether tiles are kept and placed without a button for it: beside Automas, with whom nothing is discussed. Actions that
   * can be undone are done at once, the rest a moment later.
   */
  readonly atOnce = $derived.by(
    () =>
      promptly.value &&
      this.table.options.undo === "until-revealed" &&
      this.table.chairs.some(({ sitter }) => sitter.kind === "automaton"),
  );
  /** The CSS colour of each seat. */
  readonly colours = $derived.by(() =>
    seatColours(this.table.chairs).map((colour) => `var(--player-${colour})`),
  );
  /** Whether the first tiles of the game are being chosen. */
  readonly isFirstChoice = $derived.by(
    () => this.view.phase === "choose" && this.view.round.startsWith("1") && this.view.turn === 1,
  );
  /** A key that changes with every turn. */
  readonly turn = $derived.by(() => `${this.view.round}.${this.view.turn}`);

  /** Sends an action and reports a refusal to the user. Resolves with whether it was done. */
  async send(action: Action): Promise<boolean> {
    this.busy = true;
    try {
      return await act(this.connection, action);
    } finally {
      this.busy = false;
    }
  }

  move(move: Move): Promise<boolean> {
    return this.send({ type: "move", mv: move });
  }
}
