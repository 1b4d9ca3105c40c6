import { m } from "../../../paraglide/messages.js";
import type { BoardModel } from "./model/board.svelte";

/** The activity of a seat, in a word; empty for Automas. */
export function statusOf(model: BoardModel, seat: number): string {
  const { game, view } = model;
  if (model.seats.isAutomaton(seat)) return "";
  if (game.waiting.includes(seat)) return m.btc_status_waits();
  const acting = game.to_act.includes(seat);
  if (acting && model.table.chairs[seat]?.online === false) return m.person_away();
  if (view.phase === "choose") {
    if (game.sealed.includes(seat)) return m.btc_status_sealed();
    return acting ? m.btc_status_thinking() : "";
  }
  return acting ? m.btc_status_places() : m.btc_status_done();
}

/** A tile of the two that a seat chooses in a turn. */
export interface Chosen {
  /** The tile, once all are revealed. */
  piece: string | null;
  /** Whether it is face down: chosen, and not yet revealed. */
  sealed: boolean;
  placed: boolean;
}

/** The two tiles of a seat in this turn. */
export function chosenBy(model: BoardModel, seat: number): Chosen[] {
  const { game, view } = model;
  if (view.phase === "choose") {
    const sealed = game.sealed.includes(seat);
    return [0, 1].map(() => ({ piece: null, sealed, placed: false }));
  }
  const automaton = model.seats.isAutomaton(seat);
  const mine = view.to_place.find((one) => one.seat === seat)?.left ?? [];
  const left = mine.filter((tile) => tile.seat === seat).map(({ piece }) => piece);
  return (view.choices.at(-1)?.[seat] ?? []).map((piece) => {
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return { piece, sealed: false, placed: !automaton && at < 0 };
  });
}
