// The choice that the viewer is preparing. It contains no rules: the legal choices come from the offers.
import { Soon } from "$lib/table/soon.svelte";
import { building, buildingsAt, type Building } from "../cards";
import { ownCity, type Move, type MarketCard, type Missing, type Offers } from "../types";
import type { Side, Takable, View } from "../types";
import { sameCards } from "../resources";

export type Asked =
  | { what: "nothing" }
  /** The first card of a pair. */
  | { what: "first"; cell: string }
  | { what: "pair"; take: Takable }
  | { what: "flip"; cell: string }
  | { what: "draw" };

/** Why a card or a pair can't be taken. */
export type WhyNot =
  | { why: "short"; building: Building; missing: Missing; ingenuity: number }
  | { why: "together" }
  | { why: "alone"; building: Building | null };

export const COLUMNS = ["a", "b", "c", "d"] as const;
export const ROWS = ["1", "2", "3", "4"] as const;
export const CELLS: readonly string[] = ROWS.flatMap((row) => COLUMNS.map((column) => column + row));

/** The column and row of a cell, counted from the top left, from 0. */
export function positionOf(cell: string): { column: number; row: number } {
  return { column: cell.charCodeAt(0) - 97, row: cell.charCodeAt(1) - 49 };
}

/** Whether two cells are neighbours. */
export function areNeighbours(a: string, b: string): boolean {
  const [one, two] = [positionOf(a), positionOf(b)];
  return Math.abs(one.column - two.column) + Math.abs(one.row - two.row) === 1;
}

/** A card that comes into a gap: the side that will show, and its back if that is known. */
export interface Refill {
  side: Side;
  back: string | null;
}

/** The cards that come into the gaps of a pair, in the order of its cells. */
export function refillsOf(take: Takable, view: View): Refill[] {
  return take.refills.map((side, at) => ({ side, back: at === 0 ? view.top : null }));
}

/** The takes that a viewer who waits may plan. Which cards come next is not known yet, and takes alone can be planned. */
export function planned(offers: Offers): Offers {
  const take = offers.take.map((take) => ({ ...take, refills: [] }));
  return { ...offers, take, flip: [], draw: false, pass: false };
}

/** The tokens that are proposed for a pair: those that are worth most now, except for one whose worth shrinks. */
function proposed({ tokens, civics }: Takable): readonly string[] {
  const worth = ({ id, now }: { id: string; now: number }) => (id.startsWith("missing") ? 0 : now);
  const best = [...tokens].sort((one, other) => worth(other) - worth(one));
  return best.slice(0, civics).map(({ id }) => id);
}

/** These objects are made once: a new one would draw the board again although nothing was asked before or after. */
const NOTHING: Asked = { what: "nothing" };
const NONE: readonly string[] = [];

export class BoardModel {
  asked = $state.raw<Asked>(NOTHING);
  whyNot = $state.raw<WhyNot | null>(null);
  /** Which of the offered payments is chosen. */
  payment = $state(0);
  tokens = $state.raw(NONE);

  /** Two resources are taken in a moment unless the viewer goes back. */
  readonly soon = new Soon();

  constructor(
    private readonly view: () => View,
    private readonly offers: () => Offers,
    /** Makes a move of two resources that was chosen on the board; left out if each has to be confirmed. */
    private readonly take: (move: Move) => unknown = () => undefined,
    private readonly promptly: () => boolean = () => false,
  ) {}

  /** The cells that were chosen. */
  get chosen(): readonly string[] {
    const asked = this.asked;
    switch (asked.what) {
      case "first":
      case "flip":
        return [asked.cell];
      case "pair":
        return asked.take.cells;
      default:
        return [];
    }
  }

  card(cell: string): MarketCard | undefined {
    return this.view().market.find((card) => card.cell === cell);
  }

  /** The cells that make a pair with this one. */
  partners(cell: string): string[] {
    return this.offers().take.flatMap(({ cells: [a, b] }) => (a === cell ? [b] : b === cell ? [a] : []));
  }

  pair(a: string, b: string): Takable | undefined {
    return this.offers().take.find(({ cells }) => cells.includes(a) && cells.includes(b) && a !== b);
  }

  clear(): void {
    this.soon.stop();
    this.asked = NOTHING;
    this.whyNot = null;
    this.payment = 0;
    this.tokens = NONE;
  }

  /** A card was tapped, or chosen with the keyboard. */
  tap(cell: string): void {
    const asked = this.asked;
    if (asked.what === "first" && asked.cell === cell) return this.clear();
    if (asked.what === "pair" && asked.take.cells.includes(cell)) return this.start(cell);
    if (asked.what === "first" && areNeighbours(asked.cell, cell)) return this.join(asked.cell, cell);
    this.start(cell);
  }

  private start(cell: string): void {
    this.clear();
    if (!this.card(cell)) return;
    this.asked = { what: "first", cell };
    if (this.partners(cell).length === 0) this.whyNot = this.reason([cell]);
  }

  /** Chooses both cards of a pair at once, as a drag across them does. */
  join(a: string, b: string): void {
    const take = this.pair(a, b);
    if (take) {
      this.clear();
      this.asked = { what: "pair", take };
      this.tokens = proposed(take);
      const { move } = this;
      if (buildingsAt(this.view(), take.cells).length === 0 && move && this.promptly())
        this.soon.start(() => this.take(move));
    } else if (this.card(b)) {
      this.clear();
      this.asked = { what: "first", cell: a };
      this.whyNot = this.reason([b, a]);
    }
  }

  private reason(cells: readonly string[]): WhyNot {
    for (const cell of cells) {
      const missing = this.offers().missing.find((entry) => entry.cell === cell);
      const built = building(this.card(cell)?.face ?? "");
      if (missing && built) {
        const ingenuity = ownCity(this.view())?.cards["*"] ?? 0;
        return { why: "short", building: built, missing, ingenuity };
      }
    }
    if (cells.length > 1) return { why: "together" };
    return { why: "alone", building: building(this.card(cells[0] ?? "")?.face ?? "") ?? null };
  }

  flip(cell: string): void {
    this.clear();
    this.asked = { what: "flip", cell };
  }

  draw(): void {
    this.clear();
    this.asked = { what: "draw" };
  }

  /** Prepares a move that a bot recommends; it is still to be confirmed. */
  follow(move: Move): void {
    if (move.kind === "flip") return this.flip(move.cell);
    if (move.kind === "draw") return this.draw();
    const take = move.kind === "take" && this.pair(...move.cells);
    if (move.kind !== "take" || !take) return;
    this.join(...move.cells);
    this.soon.stop();
    const { pay = {}, tokens = [] } = move;
    const same = take.payments.findIndex((payment) => sameCards(payment.pay, pay));
    this.payment = Math.max(0, same);
    this.tokens = tokens;
  }

  /** Chooses a token or drops it. If as many are chosen as may be, the one chosen last is replaced. */
  toggle(token: string): void {
    const asked = this.asked;
    if (asked.what !== "pair") return;
    if (this.tokens.includes(token)) this.tokens = this.tokens.filter((id) => id !== token);
    else this.tokens = [...this.tokens.slice(0, asked.take.civics - 1), token];
  }

  /** The move that is ready to be made; null while something is still to be chosen. */
  get move(): Move | null {
    const asked = this.asked;
    switch (asked.what) {
      case "pair": {
        if (this.tokens.length < asked.take.civics) return null;
        const { cells, payments } = asked.take;
        return { kind: "take", cells, pay: payments[this.payment]?.pay ?? {}, tokens: [...this.tokens] };
      }
      case "flip":
        return { kind: "flip", cell: asked.cell };
      case "draw":
        return { kind: "draw" };
      default:
        return null;
    }
  }
}
