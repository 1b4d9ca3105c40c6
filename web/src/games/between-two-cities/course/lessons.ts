// The lessons of a first game, and when each applies.
import type { Lesson } from "$lib/coach/course";
import { m } from "../../../paraglide/messages.js";
import { buildings, emblem, lettersOf, type Building } from "../pieces";
import { howItScores } from "../scoring";
import { cityName, typeName } from "../words/words";
import {
  chooses,
  extent,
  lowerCity,
  ownCities,
  placedBy,
  places,
  tilesLeft,
  typesIn,
  typesOf,
  type Scene,
} from "./scene";

const tips: Record<Building, () => string> = {
  shop: () => m.btcl_tip_shop(),
  factory: () => m.btcl_tip_factory(),
  tavern: () => m.btcl_tip_tavern(),
  office: () => m.btcl_tip_office(),
  park: () => m.btcl_tip_park(),
  house: () => m.btcl_tip_house(),
};

const letters: Record<Building, string> = { ...emblem, tavern: "demb" };

/** How a type scores: when the learner first has to do with it, or in the last round, if that never happens. */
function lessonOn(building: Building): Lesson<Scene> {
  const has = (found: readonly Building[]): boolean => found.includes(building);
  const tiles = [...letters[building]].flatMap((letter) => [
    `.tray .tile:has([data-piece*="${letter}"])`,
    `.plot .cell:has([data-piece="${letter}"])`,
  ]);
  return {
    id: building,
    applies: (scene) =>
      has(typesOf(tilesLeft(scene))) ||
      ownCities(scene).some(({ city }) => has(typesIn(city))) ||
      (scene.view.round === "3" && scene.view.cities.some((city) => has(typesIn(city)))),
    says: () => `${typeName(building)}: ${howItScores(building)}. ${tips[building]()}`,
    target: () => tiles.join(),
  };
}

const partnerOn = (scene: Scene, side: 0 | 1): string => scene.names(ownCities(scene)[side]?.partner ?? 0);

/** The proposals that wait for the learner's answer. */
const asked = ({ table, view, me }: Scene) =>
  table.proposals.filter(({ by, mv, answers }) => {
    const city = (mv as { city?: number }).city ?? -1;
    const builds = view.cities[city]?.builders.includes(me);
    return by !== me && builds && answers.every(({ seat }) => seat !== me);
  });

const inDuplexes = ({ view }: Scene): boolean => view.kind === "duplexes";
/** Where a tile may go. */
const SPOTS = ".spot:not(.far)";

export const lessons: readonly Lesson<Scene>[] = [
  {
    id: "cities",
    applies: (scene) => chooses(scene) && scene.view.round === "1",
    says: (scene) => m.btcl_cities({ left: partnerOn(scene, 0), right: partnerOn(scene, 1) }),
    target: () => ".plot",
  },
  {
    id: "hand",
    applies: (scene) => chooses(scene) && !inDuplexes(scene),
    says: (scene) => m.btcl_hand({ name: partnerOn(scene, 0) }),
    target: () => ".hand",
    done: ({ drafts, sealed }) => sealed !== null || drafts.some(({ kind }) => kind === "choose"),
  },
  {
    id: "keep",
    applies: (scene) => chooses(scene) && scene.drafts.length > 0,
    says: () => m.btcl_keep(),
    target: () => ".hand + .actions .go",
    done: (scene) => scene.sealed !== null || places(scene),
  },
  {
    id: "lay",
    applies: (scene) => places(scene) && !inDuplexes(scene) && scene.drafts.length === 0,
    says: () => m.btcl_lay(),
    target: () => SPOTS,
    done: (scene) => scene.drafts.some(({ kind }) => kind === "place") || placedBy(scene).length > 0,
  },
  {
    id: "proposal",
    applies: (scene) => asked(scene).length > 0,
    says: (scene) => m.btcl_proposal({ name: scene.names(asked(scene)[0]?.by ?? 0) }),
    // The answers are empty while the proposal's city is out of view.
    target: () => ".answers:has(button), .tab:has(.asked)",
    done: ({ table, me }) => table.talk.some(({ type, seat }) => type === "answered" && seat === me),
  },
  {
    id: "other",
    applies: (scene) => places(scene) && scene.drafts.length === 1 && tilesLeft(scene).length === 2,
    says: () => m.btcl_other(),
    target: () => SPOTS,
    done: (scene) =>
      scene.drafts.filter(({ kind }) => kind === "place").length > 1 || placedBy(scene).length > 0,
  },
  {
    id: "place",
    applies: (scene) => places(scene) && scene.drafts.length > 0,
    says: () => m.btcl_place(),
    target: () => '[data-testid="btc-place"]',
    done: (scene) => placedBy(scene).length > 0,
  },
  {
    id: "passed",
    applies: (scene) => chooses(scene) && scene.view.round === "1" && scene.view.turn > 1,
    says: (scene) => m.btcl_passed({ right: partnerOn(scene, 1), left: partnerOn(scene, 0) }),
    target: () => ".hand",
  },
  {
    id: "duplex",
    applies: (scene) => inDuplexes(scene) && chooses(scene),
    says: () => m.btcl_duplex(),
    target: () => ".hand",
    done: (scene) => inDuplexes(scene) && (scene.sealed !== null || places(scene)),
  },
  {
    id: "duplex-place",
    applies: (scene) => inDuplexes(scene) && places(scene),
    says: () => m.btcl_duplex_place(),
    target: () => SPOTS,
    done: (scene) => placedBy(scene).some(({ piece }) => lettersOf(piece).length > 1),
  },
  {
    id: "round-3",
    applies: (scene) => scene.view.round === "3" && chooses(scene),
    says: (scene) => m.btcl_round_3({ right: partnerOn(scene, 1) }),
    target: () => ".hand",
  },
  {
    id: "last",
    applies: ({ view }) => view.round === "3" && view.turn === view.turns && view.phase !== "over",
    says: () => m.btcl_last(),
  },
  ...buildings.map(lessonOn),
  {
    id: "lower",
    applies: (scene) => scene.view.turn > 1 && lowerCity(scene) !== null,
    says(scene) {
      const lower = lowerCity(scene);
      const city = lower ? cityName(scene.view, lower.number, scene.names) : "";
      return m.btcl_lower({ city, points: m.points_short({ n: lower?.city.score.total ?? 0 }) });
    },
    target(scene) {
      const number = lowerCity(scene)?.number ?? -1;
      const side = ownCities(scene)[0]?.number === number ? "left" : "right";
      return `.plot[data-city="${number}"], .tab.${side}`;
    },
  },
  {
    id: "box",
    applies: (scene) => ownCities(scene).some(({ city }) => extent(city) > 2),
    says: () => m.btcl_box(),
    target: () => ".plot .square",
  },
  {
    id: "hint",
    applies: (scene) => scene.view.turn > 1 && (chooses(scene) || places(scene)),
    says: () => m.coach_hint(),
    target: () => "button.hint",
  },
];
