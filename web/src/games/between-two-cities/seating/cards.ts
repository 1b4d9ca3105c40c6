import { m } from "../../../paraglide/messages.js";

/** The cards by which people take their seats: each names an order. */
export const cards: readonly (() => string)[] = [
  () => m.seating_shoe(),
  () => m.seating_awake(),
  () => m.seating_floor(),
  () => m.seating_keys(),
  () => m.seating_birthday(),
  () => m.seating_phone(),
  () => m.seating_way(),
  () => m.seating_letters(),
  () => m.seating_hair(),
  () => m.seating_train(),
  () => m.seating_siblings(),
  () => m.seating_water(),
  () => m.seating_homes(),
  () => m.seating_hand(),
  () => m.seating_pockets(),
  () => m.seating_street(),
  () => m.seating_stairs(),
  () => m.seating_colours(),
];
