// Explanations of the things on the table: the rule by which each scores, and its points now.
import type { Explained } from "$lib/game/explained";
import type { Names } from "$lib/game/game";
import { offersOf, viewOf } from "$lib/table/state";
import type { TableView } from "$wire/protocol";
import { m } from "../../../paraglide/messages.js";
import { building, type Building } from "../cards";
import { buildingName, tokenWords } from "../words/names";
import { amountsWords, count, entries, kindWords, resourceName, symbolOf, type Resource } from "../resources";
import { freshCells, signWords } from "../words/words";
import { isCity, ownCity, type City, type Offers, type View } from "../types";

/** Explains a part of the board; null if there is nothing to say about it. */
export function explain(target: Element, table: TableView, names: Names): Explained | null {
  const view = viewOf<View>(table);
  if (target.closest("[data-sign=city]"))
    return { title: m.pcx_path(), lines: [m.pcx_path_next(), m.pcx_path_then()] };
  const token = attribute(target, "data-token-id");
  if (token !== null) return explainToken(token, owner(target, view), view, names);
  if (target.closest('[data-stock="deck"]')) return deck(view);
  const permanent = attribute(target, "data-permanent");
  if (permanent !== null) return explainPermanent(permanent as Resource, owner(target, view), names);
  const face = attribute(target, "data-face");
  if (face !== null)
    return card(face, target.closest("[data-cell]")?.getAttribute("data-cell") ?? null, table, names);
  const city = owner(target, view);
  return city && explainCity(city, view, names);
}

/** The attribute of the nearest element around; else of the first one inside, such as that of a focused button. */
function attribute(target: Element, name: string): string | null {
  const found = target.closest(`[${name}]`) ?? target.querySelector(`:scope > [${name}]`);
  return found?.getAttribute(name) ?? null;
}

/** The city to which something belongs; null if it is on the market. */
function owner(target: Element, view: View): City | null {
  const seat = target.closest("[data-seat]")?.getAttribute("data-seat");
  return view.cities.find((city) => String(city.seat) === seat) ?? null;
}

/** The owner of something, as the beginning of a sentence. */
const whose = (city: City, names: Names): string => (city.seat === names.me ? m.you() : names(city.seat));

function explainToken(id: string, city: City | null, view: View, names: Names): Explained {
  const held = city?.tokens.find((token) => token.id === id);
  const open = ownCity(view)?.open_tokens[view.tokens.indexOf(id)];
  return {
    title: m.pcx_token(),
    lines: [
      tokenWords(id),
      ...(city && held
        ? [m.pcx_now_for({ name: whose(city, names), points: m.points_short({ n: held.points }) })]
        : []),
      ...(!held && open !== undefined ? [m.pcx_now_you({ points: m.points_short({ n: open }) })] : []),
    ],
  };
}

function explainPermanent(letter: Resource, city: City | null, names: Names): Explained {
  const n = city?.permanents[letter] ?? 0;
  return {
    title: resourceName(letter),
    lines: [
      m.pcx_permanent(),
      ...(city
        ? [m.pcx_has({ name: whose(city, names), what: m.pc_amount({ n, what: resourceName(letter) }) })]
        : []),
    ],
  };
}

function deck(view: View): Explained {
  return {
    title: m.pc_deck_name(),
    lines: [
      view.top === null ? m.pc_deck_empty() : m.pc_deck({ n: view.deck_left, top: kindWords(view.top) }),
      m.pcx_deck(),
    ],
  };
}

/** A card; `cell`: its place on the market. */
function card(face: string, cell: string | null, table: TableView, names: Names): Explained | null {
  const offers = offersOf<Offers>(table);
  const signs = cell === null ? [] : signWords(cell, viewOf<View>(table).city_turns, freshCells(table));
  const built = building(face);
  if (built) {
    return {
      title: buildingName(built),
      lines: [...gives(built), ...(cell ? payable(cell, offers, names) : []), ...signs],
    };
  }
  if (face === "" || face === "?") return { title: m.pcx_hidden(), lines: [m.pcx_hidden_hint()] };
  const { symbol } = symbolOf(face);
  return {
    title: kindWords(face),
    lines: [
      symbol === "*" ? m.pcx_ingenuity() : m.pcx_resource(),
      ...(cell ? [m.pcx_back_building()] : []),
      ...signs,
    ],
  };
}

/** The cost and the yield of a building. */
function gives(built: Building): string[] {
  const costs = count(built.cost);
  return [
    ...(entries(costs).length > 0 ? [m.pcx_costs({ what: amountsWords(costs) })] : []),
    ...(built.produces ? [m.pcx_gives({ what: resourceName(built.produces) })] : []),
    ...(built.points > 0 ? [m.pcx_prints({ points: m.points_short({ n: built.points }) })] : []),
    ...(built.civic ? [m.pcx_civic()] : []),
  ];
}

function payable(cell: string, offers: Offers, names: Names): string[] {
  if (names.me === null) return [];
  const missing = offers.missing.find((one) => one.cell === cell);
  if (missing) return [m.pc_card_lacks({ what: amountsWords(missing.lacks) })];
  return offers.take.some(({ cells }) => cells.includes(cell)) ? [m.pcx_payable()] : [];
}

/** A city and what its points are made of. */
function explainCity(city: City, view: View, names: Names): Explained {
  const parts = [
    m.pc_printed_points({ n: city.printed }),
    m.pc_token_points({ n: city.token_points }),
    ...(city.permanent_points > 0 ? [m.pc_permanent_points({ n: city.permanent_points })] : []),
    ...(city.ingenuity_points > 0 ? [m.pc_ingenuity_points({ n: city.ingenuity_points })] : []),
  ];
  return {
    title: `${isCity(view, city.seat) ? m.pc_the_city() : whose(city, names)}: ${m.points_short({ n: city.total })}`,
    lines: [parts.join(" · ")],
  };
}
