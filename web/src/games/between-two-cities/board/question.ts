import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import type { BoardModel } from "./model/board.svelte";
import { cellsAt, cellsOf, spotOf } from "../pieces";
import type { Placement } from "../types";
import { cityName, cityTitle, thePiece } from "../words/words";

/** The use of the tiles that are not chosen. */
function rest(model: BoardModel): string {
  if (model.choosing.hand.length <= 3) return m.btc_rest_discarded();
  if (model.view.variant === "two-player") {
    const other = model.seats.others[0];
    return m.btc_rest_to({ name: other ? model.names(other.seat) : "" });
  }
  return model.view.passing === "left" ? m.btc_rest_left() : m.btc_rest_right();
}

function waiting(model: BoardModel): string {
  const { to_act, sealed } = model.game;
  const open = to_act.filter(
    (seat) => seat !== model.me && !sealed.includes(seat) && !model.seats.isAutomaton(seat),
  );
  if (open.length === 0) return m.btc_wait_reveal();
  return m.btc_wait_for({ names: listed(open.map((seat) => model.names(seat))) });
}

/**
 * The question to the viewer, or else the players for whom the table waits. `single`: only one of the two cities is shown,
 * on a narrow screen.
 */
export function question(model: BoardModel, single = false): string {
  const { view } = model;
  if (view.phase === "over") return m.btc_event_over();
  if (model.me === null || !model.playing) {
    return view.phase === "choose" ? m.btc_watch_choose() : m.btc_watch_place();
  }
  if (view.phase === "choose") {
    if (model.choosing.sealed || !model.choosing.active) return waiting(model);
    if (model.choosing.picked.length === 0) return m.btc_ask_choose({ rest: rest(model) });
    if (model.soon.lasts !== null) return m.soon_words();
    return model.choosing.pair ? m.btc_ask_seal() : m.btc_ask_one_more();
  }
  if (model.talk.suggesting) {
    const { seat, piece } = model.talk.suggesting;
    return m.btc_ask_suggest({ name: model.names(seat), tile: thePiece(piece) });
  }
  if (!model.placing.active) return waiting(model);
  const { selected } = model.placing;
  if (!selected) return model.soon.lasts === null ? m.btc_ask_place_all() : m.soon_words();
  const tile = thePiece(selected.piece);
  const where = [...new Set(model.spots.map(({ city }) => city))];
  const only = where.length === 1 ? where[0] : undefined;
  if (only === undefined) return m.btc_ask_place({ tile });
  // The title of one city above the picture of the other would mislead.
  if (single && model.seats.sides[model.shown.side] !== only)
    return m.btc_ask_turn({ tile, city: cityName(view, only, model.names) });
  return m.btc_ask_place_in({ tile, title: cityTitle(view, only, model.names) });
}

/** Help for people who play for the first time; null after the first turn. */
export function beginnersHelp(model: BoardModel): string | null {
  if (model.choosing.sealed && model.view.phase === "choose") return m.btc_is_sealed();
  if (!model.view.round.startsWith("1") || model.view.turn > 1) return null;
  if (model.choosing.active && model.choosing.picked.length === 0) return m.btc_first_choose();
  if (!model.placing.active || model.talk.suggesting) return null;
  return model.placing.tray.some(({ city }) => city !== null) ? m.btc_first_automas() : m.btc_first_place();
}

/** Why a tile that the viewer had laid down is in the tray again; null if none is. */
export function lostDraft(model: BoardModel): string | null {
  const { givenUp, lost: all } = model.placing;
  const [lost] = all;
  const back = givenUp?.offer ?? lost;
  const partner = back && model.seats.partnerIn(back.city);
  if (!back || partner === null || partner === undefined) return null;
  const [name, tile] = [model.names(partner), thePiece(back.piece)];
  if (givenUp) return givenUp.own ? m.btc_draft_back({ tile }) : m.btc_draft_given_up({ name, tile });
  return isBuilt(model, back) ? m.btc_draft_lost({ name, tile }) : m.btc_draft_impossible({ name, tile });
}

/** Whether something is built now on a cell where a tile was to go. */
function isBuilt(model: BoardModel, { city, piece, spot }: Placement): boolean {
  const cells = model.view.cities[city]?.cells;
  const built = cells ? cellsOf(cells.board, spotOf(cells.corner)) : [];
  return cellsAt(piece, spot).some(({ x, y }) => built.some((cell) => cell.x === x && cell.y === y));
}

/** A sentence about who goes first when partners wait for each other; null while no partner waits. */
export function standOff(model: BoardModel): string | null {
  const { goes_first, waiting: those } = model.game;
  if (goes_first !== null) {
    const number = model.view.seating[goes_first] ?? goes_first + 1;
    if (goes_first === model.me) return m.btc_you_go_first({ number });
    return m.btc_goes_first({ name: model.names(goes_first), number });
  }
  // There is nothing to wait for once no partner has a tile to place.
  if (model.me !== null && those.includes(model.me)) return model.talk.mayWait ? m.btc_you_wait() : null;
  const others = those.filter((seat) => seat !== model.me);
  if (others.length > 0) return m.btc_they_wait({ names: listed(others.map((seat) => model.names(seat))) });
  return null;
}
