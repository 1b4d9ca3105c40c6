import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";
import type { Desk } from "./desk.svelte";
import { lettersOf } from "./pieces";
import { aPiece, cityTitle } from "./words";

/** "Ada, Ben and Cleo". */
export function list(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale(), { type: "conjunction" }).format(names);
}

/** Where the tiles go that are not chosen. */
function rest(desk: Desk): string {
  if (desk.hand.length <= 3) return m.btc_rest_discarded();
  if (desk.view.variant === "two-player") {
    const other = desk.others[0];
    return m.btc_rest_to({ name: other ? desk.names(other.seat) : "" });
  }
  return desk.view.passing === "left" ? m.btc_rest_left() : m.btc_rest_right();
}

function waiting(desk: Desk): string {
  const { to_act, sealed } = desk.game;
  const open = to_act.filter((seat) => seat !== desk.me && !sealed.includes(seat) && !desk.isAutomaton(seat));
  if (open.length === 0) return m.btc_wait_reveal();
  return m.btc_wait_for({ names: list(open.map((seat) => desk.names(seat))) });
}

/** The one thing that the screen asks now. */
export function question(desk: Desk): string {
  const { view } = desk;
  if (view.phase === "over") return m.btc_event_over();
  if (desk.me === null || !desk.playing) {
    return view.phase === "choose" ? m.btc_watch_choose() : m.btc_watch_place();
  }
  if (view.phase === "choose") {
    if (desk.sealed || !desk.choosing) return waiting(desk);
    if (desk.picked.length === 0) return m.btc_ask_choose({ rest: rest(desk) });
    return desk.pair ? m.btc_ask_seal() : m.btc_ask_one_more();
  }
  if (desk.suggesting) {
    const { seat, piece } = desk.suggesting;
    return m.btc_ask_suggest({ name: desk.names(seat), tile: thePiece(piece) });
  }
  if (!desk.placing) return waiting(desk);
  const { selected } = desk;
  if (!selected) return m.btc_ask_place_all();
  const tile = thePiece(selected.piece);
  const where = [...new Set(desk.spots.map(({ city }) => city))];
  const only = where.length === 1 ? where[0] : undefined;
  if (only === undefined) return m.btc_ask_place({ tile });
  return m.btc_ask_place_in({ tile, title: cityTitle(view, only, desk.names) });
}

/** What people who play for the first time want to know beside the question; null after the first turn. */
export function firstSteps(desk: Desk): string | null {
  if (desk.sealed && desk.view.phase === "choose") return m.btc_is_sealed();
  if (!desk.view.round.startsWith("1") || desk.view.turn > 1) return null;
  if (desk.choosing && desk.picked.length === 0) return m.btc_first_choose();
  if (!desk.placing || desk.suggesting) return null;
  return desk.tray.some(({ city }) => city !== null) ? m.btc_first_automas() : m.btc_first_place();
}

/** A tile that is in sight anyway needs few words. */
function thePiece(piece: string): string {
  return lettersOf(piece).length > 1 ? m.btc_a_duplex_tile() : aPiece(piece);
}

/** Who goes first where partners wait for each other; null while nobody waits. */
export function standOff(desk: Desk): string | null {
  const { goes_first, waiting: those } = desk.game;
  if (goes_first !== null) {
    if (goes_first === desk.me) return m.btc_you_go_first();
    return m.btc_goes_first({ name: desk.names(goes_first) });
  }
  if (desk.me !== null && those.includes(desk.me)) return m.btc_you_wait();
  const others = those.filter((seat) => seat !== desk.me);
  if (others.length > 0) return m.btc_they_wait({ names: list(others.map((seat) => desk.names(seat))) });
  return null;
}
