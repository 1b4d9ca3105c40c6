/** Whether two values are the same JSON, with their keys in the same order, as one program writes them. */
export function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
