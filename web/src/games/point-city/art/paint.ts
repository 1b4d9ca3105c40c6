/** The paints of shapes: CSS classes of Building.svelte. */
export type Paint =
  | "wall"
  | "shade"
  | "stone"
  | "dark"
  | "pane"
  | "lit"
  | "glass"
  | "green"
  | "leaf"
  | "trunk"
  | "white"
  | "gold"
  | "own"
  | "deep"
  | "pale";

export interface Shape {
  paint: Paint;
  d: string;
  /** Drawn as a line of this width instead of filled. */
  line?: number;
}

type Point = readonly [number, number];

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
export function dice(seed: number): () => number {
  let state = Math.imul(seed + 0x9e37, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const n = (value: number) => String(Math.round(value * 10) / 10);

/** Collects the shapes of a building. x runs to the right from its middle, y upwards from the ground. */
export class Drawing {
  readonly shapes: Shape[] = [];

  private add(paint: Paint, d: string, line?: number) {
    const last = this.shapes.at(-1);
    if (last && last.paint === paint && last.line === line) last.d += d;
    else this.shapes.push(line === undefined ? { paint, d } : { paint, d, line });
  }

  box(paint: Paint, x: number, y: number, width: number, height: number) {
    this.add(paint, `M${n(x)} ${n(-y)}h${n(width)}v${n(-height)}h${n(-width)}z`);
  }

  poly(paint: Paint, ...points: Point[]) {
    this.add(paint, `M${points.map(([x, y]) => `${n(x)} ${n(-y)}`).join("L")}z`);
  }

  disc(paint: Paint, x: number, y: number, r: number) {
    this.add(
      paint,
      `M${n(x - r)} ${n(-y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0z`,
    );
  }

  /** Half a disc that stands on its diameter; `high` makes it flatter or steeper. */
  dome(paint: Paint, x: number, y: number, r: number, high = r) {
    this.add(paint, `M${n(x - r)} ${n(-y)}a${n(r)} ${n(high)} 0 0 1 ${n(2 * r)} 0z`);
  }

  line(paint: Paint, width: number, ...points: Point[]) {
    this.add(paint, `M${points.map(([x, y]) => `${n(x)} ${n(-y)}`).join("L")}`, width);
  }

  /** Any path; its y axis points downwards, as in SVG. */
  path(paint: Paint, d: string, line?: number) {
    this.add(paint, d, line);
  }

  /** Rows of windows that fill a box; some are lit. */
  windows(
    x: number,
    y: number,
    width: number,
    height: number,
    columns: number,
    rows: number,
    roll: () => number,
  ) {
    const [w, h] = [width / columns, height / rows];
    const spots = Array.from({ length: columns * rows }, (_, i) => ({
      x: x + (i % columns) * w + w * 0.2,
      y: y + Math.floor(i / columns) * h + h * 0.2,
      lit: roll() < 0.45,
    }));
    for (const spot of spots) if (!spot.lit) this.box("pane", spot.x, spot.y, w * 0.6, h * 0.62);
    for (const spot of spots) if (spot.lit) this.box("lit", spot.x, spot.y, w * 0.6, h * 0.62);
  }

  /** A tree of this height. */
  tree(x: number, y: number, height: number) {
    this.box("trunk", x - height * 0.06, y, height * 0.12, height * 0.45);
    this.disc("leaf", x, y + height * 0.62, height * 0.34);
    this.disc("green", x - height * 0.08, y + height * 0.7, height * 0.24);
  }

  /** A pointed tree. */
  fir(x: number, y: number, height: number) {
    this.box("trunk", x - 0.8, y, 1.6, height * 0.3);
    this.poly(
      "leaf",
      [x - height * 0.3, y + height * 0.2],
      [x + height * 0.3, y + height * 0.2],
      [x, y + height],
    );
  }

  /** Smoke or steam that drifts to the right. */
  smoke(x: number, y: number, size: number) {
    this.disc("pale", x, y, size);
    this.disc("pale", x + size * 1.1, y + size * 0.9, size * 1.25);
    this.disc("pale", x + size * 2.7, y + size * 1.7, size * 1.1);
  }
}
