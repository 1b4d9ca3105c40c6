import { recall, remember } from "../settings/remembered";
import type { ListedTable } from "./tables";

/** The lists of tables on the home page. */
export interface Lists {
  mine: ListedTable[];
  open: ListedTable[];
  watch: ListedTable[];
}

const KEY = "last-lists";

/** How many tables of each list are kept: more than the home page shows at once. */
const MOST = 20;

const isList = (value: unknown): value is ListedTable[] =>
  Array.isArray(value) && value.every((one) => Array.isArray(one?.names) && typeof one.code === "string");

const isLists = (value: unknown): value is Lists =>
  typeof value === "object" &&
  value !== null &&
  ["mine", "open", "watch"].every((list) => isList(value[list as never]));

/** The lists as this browser showed them last. A page that opens shows them at once, so that nothing moves when the new ones come. */
export function lastLists(): Lists {
  return recall(KEY, isLists) ?? { mine: [], open: [], watch: [] };
}

export function keepLists({ mine, open, watch }: Lists): void {
  remember(KEY, { mine: mine.slice(0, MOST), open: open.slice(0, MOST), watch: watch.slice(0, MOST) });
}

/** Opens the home page anew, for another user of this browser: it shows nothing of the former one. */
export function openAnew(): void {
  remember(KEY, null);
  location.replace("/");
}
