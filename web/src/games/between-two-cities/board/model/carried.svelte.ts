import { drag } from "../drag";
import { placementKey, type Placeable } from "../../types";
import type { BoardModel } from "./board.svelte";

/** The tile that is being dragged from the tray to a spot. */
export class Carried {
  /** Which it is, and where on the screen. */
  tile = $state.raw<{ piece: string; x: number; y: number } | null>(null);
  /** The drop target under it. */
  #over: HTMLElement | null = null;

  constructor(readonly model: BoardModel) {}

  /** Follows a press on a tile of the tray. */
  lift(key: string, press: PointerEvent): void {
    const { model } = this;
    const tile = model.placing.tray.find((tile) => tile.key === key);
    if (!tile) return;
    drag(press, {
      move: (x, y, element) => {
        if (!this.tile) model.select(key);
        this.tile = { piece: tile.piece, x, y };
        this.#enter(element);
      },
      drop: (element) => {
        const offer = this.#spotAt(element);
        if (offer) void model.choose(offer);
        else if (!element?.dataset.side) {
          model.placing.takeBack(key);
          model.select(null);
        }
      },
      end: () => {
        this.#enter(null);
        this.tile = null;
      },
    });
  }

  #enter(element: HTMLElement | null): void {
    if (element === this.#over) return;
    this.#over?.classList.remove("over");
    this.#over = element;
    const side = element?.dataset.side;
    if (side === "left" || side === "right") this.model.shown.turnTo(side);
    element?.classList.add("over");
    this.model.shown.hovered = this.#spotAt(element) ?? null;
  }

  /** The spot of an element with `data-drop`. */
  #spotAt(element: HTMLElement | null): Placeable | undefined {
    return this.model.spots.find((spot) => placementKey(spot) === element?.dataset.drop);
  }
}
