const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the focus with an arrow key to the nearest `data-stop` element in that direction. Whether there was one. */
export function moveFocus(root: HTMLElement, key: string): boolean {
  const direction = directions[key];
  if (!direction) return false;
  const stops = [...root.querySelectorAll<HTMLElement>("[data-stop]:not(:disabled)")];
  const here = stops.find((stop) => stop === document.activeElement);
  if (!here) {
    stops[0]?.focus();
    return stops.length > 0;
  }
  const middle = (element: HTMLElement): [number, number] => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(here);
  let nearest: HTMLElement | null = null;
  let least = Infinity;
  for (const stop of stops) {
    const [sx, sy] = middle(stop);
    const along = (sx - x) * direction[0] + (sy - y) * direction[1];
    const across = Math.abs((sx - x) * direction[1]) + Math.abs((sy - y) * direction[0]);
    const distance = along + 2 * across;
    if (stop !== here && along > 4 && distance < least) [nearest, least] = [stop, distance];
  }
  nearest?.focus();
  return nearest !== null;
}
