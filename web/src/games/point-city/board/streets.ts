// Where a city's buildings stand in its picture: on streets, one behind the other.

/** Where the first street is, from the top of a picture that is 100 high. */
const FRONT = 93;
/** The room that a building needs: it is about 62 wide and 64 high. */
const WIDE = 66;
const TALL = 66;
/** How much of a building the street before it leaves visible. */
const RISE = 0.52;
/** How much smaller each street is than the one before it. */
const FAR = 0.9;
const MOST = 5;

export interface Street {
  /** The height at which its buildings stand. */
  y: number;
  scale: number;
  /** The buildings on it, by their place in the order in which they were built. */
  places: { house: number; x: number }[];
  /** Where trees stand. */
  trees: number[];
}

/** The scale of the first street if `houses` buildings stand on so many streets of this width. */
function scaleOn(streets: number, houses: number, width: number): number {
  let tall = TALL;
  for (let back = 1; back < streets; back++) tall += TALL * RISE * FAR ** (back - 1);
  return Math.min((FRONT - 3) / tall, (width - 8) / (WIDE * Math.ceil(houses / streets)));
}

/** The streets of a city with `houses` buildings in a picture of this width, the farthest first: as few as leave the buildings largest. */
export function streetsOf(houses: number, width: number): Street[] {
  if (houses === 0) return [];
  let count = 1;
  for (let more = 2; more <= MOST; more++)
    if (scaleOn(more, houses, width) > scaleOn(count, houses, width)) count = more;
  const first = scaleOn(count, houses, width);
  let y = FRONT;
  const streets: Street[] = [];
  for (let back = 0; back < count; back++) {
    const scale = first * FAR ** back;
    const mine = Array.from({ length: houses }, (_, house) => house).filter(
      (house) => house % count === back,
    );
    streets.unshift({ y, scale, ...plots(mine, width, scale, back % 2 === 1) });
    y -= TALL * RISE * scale;
  }
  return streets;
}

/** Divides a street into plots: buildings from the middle outwards, trees on the others. `between`: half a plot to the side. */
function plots(
  houses: readonly number[],
  width: number,
  scale: number,
  between: boolean,
): Pick<Street, "places" | "trees"> {
  const room = Math.max(houses.length, Math.floor(width / (WIDE * scale)));
  const step = width / room;
  const shift = between && room > houses.length ? step / 2 : 0;
  const xs = Array.from({ length: room }, (_, i) => step * (i + 0.5) + shift);
  const free = [...xs].sort((a, b) => Math.abs(a - width / 2) - Math.abs(b - width / 2));
  const taken = free.slice(0, houses.length);
  return {
    places: houses.flatMap((house, i) => {
      const x = taken[i];
      return x === undefined ? [] : [{ house, x }];
    }),
    trees: xs.filter((x) => !taken.includes(x) && x < width),
  };
}
