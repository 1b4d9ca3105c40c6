import type { Course } from "$lib/coach/course";
import { m } from "../../../paraglide/messages.js";
import { moveOf, samePlacement, type Move, type Placeable } from "../types";
import { reasonsByType } from "../words/reasons";
import {
  cityName,
  cityTitle,
  pieceNames,
  piecesWithArticles,
  pieceWithArticle,
  pointsChanged,
  signed,
} from "../words/words";
import { lessons } from "./lessons";
import { ownCities, placedBy, sceneOf, type Scene } from "./scene";

/** A first game of Between Two Cities: with two bots, one on each side. */
export const course: Course<Scene> = {
  table: { variant: "standard", players: 3, level: "casual" },
  // The button for hints.
  room: { right: 52, height: 63, sideways: true },
  lessons,
  scene: sceneOf,
  drafts: ({ drafts }) => drafts,
  question: ({ view }) => `${view.round}.${view.turn} ${view.phase}`,
  outcome(before, now, brief) {
    if (before.view.phase === "choose" && before.sealed === null) return kept(before, now, brief);
    const placed = placedBy(now, before.table.version).flatMap(
      (event) => placement(event, before, brief) ?? [],
    );
    return placed.length > 0 ? placed.join(" ") : null;
  },
  same(one, other) {
    const [a, b] = [moveOf(one), moveOf(other)];
    if (a.kind === "choose" && b.kind === "choose") return sorted(a) === sorted(b);
    return a.kind === "place" && b.kind === "place" && samePlacement(a, b);
  },
  words(mv, scene) {
    const move = moveOf(mv);
    if (move.kind === "choose") return pieceNames(move.pieces);
    const city = cityName(scene.view, move.city, scene.names);
    const what = m.btc_move_place({ tile: pieceWithArticle(move.piece), where: m.btc_into({ city }) });
    const why = reasonFor(scene.offers.place.find((offer) => samePlacement(offer, move)));
    return why ? `${what} (${why})` : what;
  },
  summary(scene) {
    const totals = ownCities(scene).map(({ city }) => city.score.total);
    return m.btcl_summary({ lower: Math.min(...totals), higher: Math.max(...totals) });
  },
};

type Choice = Extract<Move, { kind: "choose" }>;

const sorted = ({ pieces }: Choice): string => [...pieces].sort().join();

/** The pair that was chosen, if that happened. */
function kept(before: Scene, now: Scene, brief: boolean): string | null {
  const revealed = now.view.phase === "place" ? now.view.choices.at(-1)?.[now.me] : undefined;
  const pieces = now.sealed?.kind === "choose" ? now.sealed.pieces : revealed;
  if (!pieces) return null;
  const offer = before.offers.choose.find(
    (one) => sorted({ kind: "choose", ...one }) === [...pieces].sort().join(),
  );
  if (!offer) return null;
  const change = pointsChanged(offer.worth.total);
  return brief ? `${change}.` : m.btcl_kept({ tiles: piecesWithArticles(pieces), change });
}

/** The points that a placed tile brought. */
function placement(
  placed: { piece: string; city: number; spot: string },
  { offers, view, names }: Scene,
  brief: boolean,
): string | null {
  const offer = offers.place.find((one) => samePlacement(one, placed));
  if (!offer) return null;
  if (brief) return `${cityTitle(view, placed.city, names)}: ${signed(offer.worth.total)}.`;
  const city = cityName(view, placed.city, names);
  const change = pointsChanged(offer.worth.total);
  const why = reasonFor(offer);
  return why ? m.btcl_placed_why({ city, change, why }) : m.btcl_placed({ city, change });
}

/** The reason that counts most for a placement. */
function reasonFor(offer: Placeable | undefined): string {
  const reasons = offer ? reasonsByType(offer) : [];
  return reasons.sort((one, other) => Math.abs(other.points) - Math.abs(one.points))[0]?.words ?? "";
}
