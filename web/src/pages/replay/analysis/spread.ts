/** A mark at a place of a curve, in pixels. */
interface At {
  left: number;
  top: number;
}

/**
 * Moves marks up or down so that no two overlap, each as little as possible, within the height. Marks that are wider apart than
 * `size` stay where they are.
 */
export function spread<Mark extends At>(marks: readonly Mark[], size: number, height: number): Mark[] {
  const laid: Mark[] = [];
  const free = (left: number, top: number): boolean =>
    laid.every((other) => Math.hypot(other.left - left, other.top - top) >= size);
  for (const mark of marks.toSorted((one, other) => one.left - other.left)) {
    const within = (top: number): number => Math.min(height, Math.max(0, top));
    let top = within(mark.top);
    for (let away = 1; away <= height && !free(mark.left, top); away++) {
      const places = [mark.top - away, mark.top + away].map(within);
      top = places.find((place) => free(mark.left, place)) ?? top;
    }
    laid.push({ ...mark, top });
  }
  return laid;
}
