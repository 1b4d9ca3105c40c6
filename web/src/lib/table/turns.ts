import type { ListedTable } from "./tables";

/** Where it is the viewer's turn comes first; of these, where the time is up soonest. The others keep their order. */
export function byUrgency(one: ListedTable, other: ListedTable): number {
  const time = ({ your_turn, due }: ListedTable): number => (your_turn && due) || Infinity;
  if (one.your_turn !== other.your_turn) return one.your_turn ? -1 : 1;
  return time(one) === time(other) ? 0 : time(one) - time(other);
}

/** The tables that wait for the viewer, the most urgent first. */
export function waiting(tables: readonly ListedTable[]): ListedTable[] {
  return tables.filter(({ status, your_turn }) => your_turn && status !== "over").sort(byUrgency);
}

/** Shows on the icon of the installed app how many tables wait for the viewer, where the system can. */
export function showBadge(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
  const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
  // A page that is not installed may be refused.
  shown?.catch(() => undefined);
}
