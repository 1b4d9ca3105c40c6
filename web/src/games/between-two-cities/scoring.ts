// How the types score and what decided a game, in words.
import { m } from "../../paraglide/messages.js";
import type { Building } from "./pieces";
import type { Decided } from "./types";
import { typeInside } from "./words/words";

const rules: Record<Building, () => string> = {
  shop: () => m.btc_how_shop(),
  factory: () => m.btc_how_factory(),
  tavern: () => m.btc_how_tavern(),
  office: () => m.btc_how_office(),
  park: () => m.btc_how_park(),
  house: () => m.btc_how_house(),
};

/** How a type scores: "Straight lines of 1, 2, 3, 4: 2, 5, 10, 16 points". */
export function howItScores(building: Building): string {
  return rules[building]();
}

const decisions: Record<Decided, () => string> = {
  score: () => m.btc_decided_score(),
  "other-city": () => m.btc_decided_other(),
  shops: () => m.btc_decided_type({ type: typeInside("shop") }),
  factories: () => m.btc_decided_type({ type: typeInside("factory") }),
  taverns: () => m.btc_decided_type({ type: typeInside("tavern") }),
  offices: () => m.btc_decided_type({ type: typeInside("office") }),
  parks: () => m.btc_decided_type({ type: typeInside("park") }),
  houses: () => m.btc_decided_type({ type: typeInside("house") }),
  shared: () => m.btc_decided_shared(),
};

/** The criterion that decided between the winner and the next best, in a sentence. */
export function decidedBy(decided: Decided): string {
  return decisions[decided]();
}
