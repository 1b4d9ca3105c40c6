/** A rectangle on the screen, in pixels. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The least distance to what is explained, and to the edge of the screen. */
const GAP = 10;
const EDGE = 8;

function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

/** The smallest box around all of these. */
function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/**
 * Where a box of this size covers neither the first of `seen` nor what else must be seen, nor, as far as possible, what may be
 * pressed next (`free`): beside the first, or beside all that may be pressed. Of places that are as good, the first is below, or above for a finger, which hides what is below it.
 */
export function beside(
  seen: readonly [Box, ...Box[]],
  free: readonly Box[],
  size: { width: number; height: number },
  screen: { width: number; height: number },
  above: boolean,
): { left: number; top: number } {
  const [of] = seen;
  const middle = { x: (of.left + of.right - size.width) / 2, y: (of.top + of.bottom - size.height) / 2 };
  const places = [of, around([of, ...free])].flatMap((box) => {
    const [up, down] = [
      { left: middle.x, top: box.top - size.height - GAP },
      { left: middle.x, top: box.bottom + GAP },
    ];
    return [
      ...(above ? [up, down] : [down, up]),
      { left: box.right + GAP, top: middle.y },
      { left: box.left - size.width - GAP, top: middle.y },
    ];
  });
  const within = (at: number, length: number, all: number) =>
    Math.max(EDGE, Math.min(at, all - length - EDGE));
  let best = { left: EDGE, top: EDGE };
  let least = Infinity;
  for (const place of places) {
    const left = within(place.left, size.width, screen.width);
    const top = within(place.top, size.height, screen.height);
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    const covered = free.reduce((sum, other) => sum + shared(box, other), 0);
    const hidden = seen.reduce((sum, other) => sum + shared(box, other), 0);
    // To hide what must be seen is worse than to hide others, and to hide others than to be far away.
    const far = Math.hypot(left - middle.x, top - middle.y);
    const cost = 20 * hidden + covered + far;
    if (cost < least) [best, least] = [{ left, top }, cost];
  }
  return best;
}
