import type { Building } from "../cards";
import { HOMES } from "./homes";
import { CIVIC, landmark } from "./landmarks";
import { dice, Drawing, type Shape } from "./paint";

const drawn = new Map<string, readonly Shape[]>();

/** The shapes of a card's building: always the same for a card, alike for the cards of one kind. */
export function shapesOf(building: Building): readonly Shape[] {
  const known = drawn.get(building.id);
  if (known) return known;
  const drawing = new Drawing();
  const size = building.tier - 1;
  const draw = building.produces
    ? HOMES[building.produces][size]
    : building.civic
      ? CIVIC[size]
      : landmark(building.base);
  const letter = building.id.charCodeAt(building.id.length - 1);
  draw?.(drawing, dice(building.base * 31 + letter));
  drawn.set(building.id, drawing.shapes);
  return drawing.shapes;
}
