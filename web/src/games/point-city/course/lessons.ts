// The lessons of a first game, and when each applies.
import type { Lesson } from "$lib/coach/course";
import { m } from "../../../paraglide/messages.js";
import { buildingsAt, costOf } from "../cards";
import { amountsWords, entries, type Amounts } from "../resources";
import {
  acts,
  buildable,
  buildingCells,
  cellsOfBuildings,
  did,
  done,
  refilled,
  selectorOf,
  type Scene,
} from "./scene";

const sum = (amounts: Amounts): number => entries(amounts).reduce((all, [, n]) => all + n, 0);

/** The pairs for which permanent resources pay a part. */
const cheaper = (scene: Scene) =>
  buildable(scene).filter(({ cells, due }) => sum(due) < sum(costOf(buildingsAt(scene.view, cells))));

const civics = (scene: Scene) => scene.offers.take.filter(({ civics }) => civics > 0);

export const lessons: readonly Lesson<Scene>[] = [
  {
    id: "last",
    applies: (scene) => acts(scene) && scene.left === 1,
    urgent: true,
    says: () => m.pcl_last(),
  },
  {
    id: "aim",
    applies: (scene) => scene.left > 0 && done(scene).length === 0,
    says: () => m.pcl_aim(),
    target: () => ".front",
  },
  {
    id: "pair",
    applies: acts,
    says: () => m.pcl_pair(),
    target: () => ".cells",
    done: (scene) => scene.draft?.kind === "take" || did(scene, "took", "built"),
  },
  {
    id: "take",
    applies: ({ draft }) => draft?.kind === "take",
    says: () => m.pcl_take(),
    target: () => ".over .primary",
    done: (scene) => did(scene, "took", "built"),
  },
  {
    id: "refill",
    applies: (scene) => refilled(scene).length > 0,
    says: () => m.pcl_refill(),
    target: (scene) => selectorOf(refilled(scene)),
  },
  {
    id: "rival",
    applies: (scene) =>
      acts(scene) && did(scene, "took", "built", "drew") && scene.turns.at(-1)?.seat !== scene.me,
    says: (scene) => m.pcl_rival({ name: scene.names(scene.turns.at(-1)?.seat ?? 0) }),
    target: () => ".latest",
    height: 55,
  },
  {
    id: "flip",
    applies: (scene) => scene.offers.flip.length > 0 && did(scene, "took", "built", "drew"),
    says: () => m.pcl_flip(),
    // The button around it is larger, and clipped.
    target: () => ".corner svg",
    done: (scene) => did(scene, "flipped"),
  },
  {
    id: "price",
    applies: (scene) => acts(scene) && buildingCells(scene).length > 0,
    says: () => m.pcl_price(),
    target: (scene) => selectorOf(buildingCells(scene)),
  },
  {
    id: "build",
    applies: (scene) => buildable(scene).length > 0,
    says: () => m.pcl_build(),
    target: (scene) => selectorOf(cellsOfBuildings(scene, buildable(scene))),
    done: (scene) => did(scene, "built"),
  },
  {
    id: "engine",
    applies: ({ city }) => city !== undefined && entries(city.permanents).length > 0,
    says: ({ city }) => m.pcl_engine({ what: amountsWords(city?.permanents ?? {}) }),
    target: () => ".front .sum",
  },
  {
    id: "civic",
    applies: (scene) => civics(scene).length > 0,
    says: () => m.pcl_civic(),
    target: (scene) => selectorOf(cellsOfBuildings(scene, civics(scene))),
    done: (scene) => did(scene, "took-token"),
  },
  {
    id: "cheaper",
    applies: (scene) => cheaper(scene).length > 0,
    says: () => m.pcl_cheaper(),
    target: (scene) => selectorOf(cellsOfBuildings(scene, cheaper(scene))),
  },
  {
    id: "tokens",
    applies: (scene) => acts(scene) && scene.left < 16,
    says: () => m.pcl_tokens(),
    target: () => '[data-stock="tokens"]',
  },
  {
    id: "hint",
    applies: (scene) => acts(scene) && scene.left < 15,
    says: () => m.coach_hint(),
    target: () => "button.hint",
  },
  {
    id: "deck",
    applies: (scene) => acts(scene) && scene.offers.draw && scene.left < 14,
    says: () => m.pcl_deck(),
    target: () => '[data-stock="deck"]',
  },
  {
    id: "late",
    applies: (scene) => acts(scene) && scene.left < 7,
    says: () => m.pcl_late(),
  },
];
