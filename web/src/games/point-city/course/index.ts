import type { Course } from "$lib/coach/course";
import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import { building } from "../cards";
import { moveOf, type GameEvent } from "../types";
import { buildingName } from "../words/names";
import { amountsWords, count, kindWords, resourceName } from "../resources";
import { buildingWords } from "../words/words";
import { lessons } from "./lessons";
import { sceneOf, type Scene } from "./scene";

/** A first game of Point City: with one bot that takes what is worth most at once. */
export const course: Course<Scene> = {
  table: { variant: "standard", players: 2, level: "greedy" },
  // The buttons for the latest turns and for hints. The row of the latest turn is covered too.
  room: { right: 100, height: 84, sideways: false },
  lessons,
  scene: sceneOf,
  drafts: ({ draft }) => (draft ? [draft] : []),
  question: ({ left, view, me }) => `${left} ${view.to_act === me}`,
  outcome(before, now, brief) {
    const turn = now.turns.findLast(({ seat }) => seat === now.me);
    const known = before.turns.find(({ version }) => version === turn?.version)?.events.length ?? 0;
    const news = turn?.events.slice(known) ?? [];
    if (news.every(({ seat }) => seat !== now.me)) return null;
    return outcomeOf(news, now, brief);
  },
  // Which cards pay makes no difference here.
  same(one, other) {
    const [a, b] = [moveOf(one), moveOf(other)];
    if (a.kind === "take" && b.kind === "take")
      return [...a.cells].sort().join() === [...b.cells].sort().join();
    if (a.kind === "flip" && b.kind === "flip") return a.cell === b.cell;
    return a.kind === b.kind && a.kind !== "take" && a.kind !== "flip";
  },
  words(mv, { view }) {
    const move = moveOf(mv);
    switch (move.kind) {
      case "take":
        return listed(
          move.cells.map((cell) => {
            const face = view.market.find((card) => card.cell === cell)?.face ?? "";
            const built = building(face);
            return built ? buildingWords(built) : kindWords(face);
          }),
        );
      case "flip":
        return m.pc_move_flip({ cell: move.cell });
      case "draw":
        return m.pc_move_draw();
      case "pass":
        return m.pc_move_pass();
    }
  },
  summary: ({ city }) =>
    m.pcl_summary({
      worth: m.points_short({ n: city?.total ?? 0 }),
      printed: city?.printed ?? 0,
      tokens: city?.token_points ?? 0,
    }),
};

/** The result of the learner's turn. */
function outcomeOf(events: readonly GameEvent[], { city }: Scene, brief: boolean): string | null {
  const built = events.flatMap((event) => (event.event === "built" ? (building(event.card) ?? []) : []));
  const said = [
    ...built.map((one) => m.pcl_built({ what: buildingWords(one) })),
    ...built.flatMap(({ produces }) =>
      produces && !brief ? [m.pcl_pays({ what: resourceName(produces) })] : [],
    ),
    ...events.flatMap((event) => {
      if (event.event === "flipped") {
        const card = building(event.card);
        return card
          ? [m.pcl_flipped({ name: buildingName(card), cost: amountsWords(count(card.cost)) })]
          : [];
      }
      if (event.event === "drew") return [m.pcl_took({ what: listed(event.kinds.map(kindWords)) })];
      if (event.event !== "took-token") return [];
      const token = city?.tokens.find(({ id }) => id === event.token);
      return token ? [m.pcl_token({ worth: m.points_short({ n: token.points }) })] : [];
    }),
  ];
  const taken = events.flatMap((event) => (event.event === "took" ? [kindWords(event.kind)] : []));
  if (built.length === 0 && taken.length > 0) said.push(m.pcl_took({ what: listed(taken) }));
  return said.length > 0 ? said.join(" ") : null;
}
