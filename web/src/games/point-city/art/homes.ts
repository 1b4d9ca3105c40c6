// Buildings that produce a resource: homes, shops, power, works and green, each in three sizes.
import type { Drawing } from "./paint";

export type Draw = (draw: Drawing, roll: () => number) => void;

const between = (roll: () => number, low: number, high: number) => low + roll() * (high - low);

function house(draw: Drawing, roll: () => number, x: number, width: number, floors: number) {
  const wall = floors * 11 + 4;
  const roof = between(roll, 10, 15);
  draw.box(roll() < 0.5 ? "wall" : "shade", x, 0, width, wall);
  if (roll() < 0.6) draw.box("stone", x + width * 0.68, wall + 3, 3, roof - 2);
  draw.poly(
    roll() < 0.6 ? "own" : "deep",
    [x - 2, wall],
    [x + width + 2, wall],
    [x + width / 2, wall + roof],
  );
  if (floors > 1) draw.windows(x + 1.5, 12, width - 3, (floors - 1) * 11 + 3, 2, floors - 1, roll);
  draw.box("deep", x + width * 0.2, 0, 4.4, 9);
  draw.box("lit", x + width * 0.58, 4, 4.4, 5);
}

const rowHouses: Draw = (draw, roll) => {
  const wide = roll() < 0.5;
  const width = wide ? 22 : 17;
  for (let i = 0; i < (wide ? 2 : 3); i += 1) {
    house(draw, roll, (wide ? -24 : -27) + i * (width + 1.5), width, roll() < 0.6 ? 2 : 1);
  }
  draw.tree(30, 0, between(roll, 14, 20));
};

const flats: Draw = (draw, roll) => {
  const floors = roll() < 0.5 ? 3 : 4;
  const height = floors * 11 + 4;
  draw.box("own", -25, 0, 34, height);
  draw.box("deep", -27, height, 38, 3);
  draw.windows(-24, 11, 32, height - 12, 4, floors - 1, roll);
  for (let floor = 1; floor < floors; floor += 1) draw.box("pale", -14, floor * 11 + 0.5, 14, 2.2);
  draw.box("deep", -12, 0, 8, 9);
  draw.box("wall", 11, 0, 15, height - 12);
  draw.windows(12, 6, 13, height - 19, 2, floors - 1, roll);
  draw.poly("deep", [10, height - 12], [27, height - 12], [24, height - 5], [13, height - 5]);
  draw.tree(-18, height + 3, 8);
  draw.tree(30, 0, 15);
};

const highRise: Draw = (draw, roll) => {
  const height = between(roll, 50, 58);
  draw.box("own", -13, 0, 24, height);
  draw.box("deep", -15, height - 3, 28, 4);
  draw.windows(-12, 8, 22, height - 12, 4, 6, roll);
  draw.box("wall", -27, 0, 14, height * 0.55);
  draw.windows(-26, 6, 12, height * 0.55 - 8, 2, 3, roll);
  draw.box("shade", 11, 0, 17, height * 0.72);
  draw.windows(12, 6, 15, height * 0.72 - 8, 3, 4, roll);
  draw.box("deep", -4, 0, 7, 7);
  draw.box("stone", -8, height, 7, 5);
};

const shop: Draw = (draw, roll) => {
  const wall = between(roll, 26, 34);
  draw.box("wall", -22, 0, 44, wall);
  draw.box("deep", -24, wall, 48, 4);
  draw.windows(-19, 19, 38, wall - 20, 4, 1, roll);
  draw.box("lit", -18, 2, 22, 11);
  draw.box("deep", 9, 0, 8, 13);
  for (let i = 0; i < 8; i += 1) draw.box(i % 2 === 0 ? "own" : "white", -24 + i * 6, 13, 6, 5.5);
  for (let i = 0; i < 8; i += 1)
    draw.path(i % 2 === 0 ? "own" : "white", `M${-24 + i * 6} -13a3 2.4 0 0 0 6 0z`);
  draw.disc("own", 0, wall + 9, 6);
  draw.disc("gold", 0, wall + 9, 3.4);
};

const marketHall: Draw = (draw, roll) => {
  const high = between(roll, 16, 22);
  draw.box("wall", -28, 0, 56, 20);
  for (let i = 0; i < 5; i += 1) {
    draw.box(roll() < 0.5 ? "lit" : "pane", -25.5 + i * 10.4, 0, 8.4, 11);
    draw.dome(roll() < 0.5 ? "lit" : "pane", -21.3 + i * 10.4, 11, 4.2);
  }
  draw.dome("own", 0, 20, 31, high);
  draw.dome("glass", 0, 20, 20, high * 0.62);
  for (const x of [-12, -4, 4, 12]) draw.line("deep", 1, [x, 20], [x * 0.72, 20 + high * 0.58]);
  draw.box("deep", -31, 18, 62, 3);
  draw.line("trunk", 1, [0, 20 + high], [0, 30 + high]);
  draw.poly("own", [0, 30 + high], [9, 27.5 + high], [0, 25 + high]);
};

const bank: Draw = (draw, roll) => {
  const height = between(roll, 44, 52);
  draw.box("shade", -24, 0, 48, 22);
  draw.box("own", -16, 22, 32, height - 28);
  draw.box("own", -10, height - 6, 20, 9);
  draw.windows(-15, 24, 30, height - 32, 5, 3, roll);
  for (let i = 0; i < 6; i += 1) draw.box("white", -21 + i * 8, 3, 3.4, 14);
  draw.box("stone", -26, 0, 52, 3);
  draw.box("deep", -26, 17, 52, 5);
  draw.disc("gold", 0, height - 1, 5.5);
  draw.disc("own", 0, height - 1, 3.4);
  draw.line("trunk", 1.2, [0, height + 3], [0, height + 11]);
};

function turbine(draw: Drawing, x: number, height: number, turn: number) {
  draw.poly("white", [x - 1.8, 0], [x + 1.8, 0], [x + 0.8, height], [x - 0.8, height]);
  for (let i = 0; i < 3; i += 1) {
    const angle = turn + (i * 2 * Math.PI) / 3;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    draw.poly(
      "own",
      [x, height],
      [x + dx * 6 - dy * 1.9, height + dy * 6 + dx * 1.9],
      [x + dx * 17, height + dy * 17],
    );
  }
  draw.disc("deep", x, height, 1.9);
}

const windFarm: Draw = (draw, roll) => {
  draw.dome("green", -14, 0, 20, 5);
  draw.dome("leaf", 16, 0, 18, 6);
  turbine(draw, -14, between(roll, 36, 44), roll() * 2);
  turbine(draw, 16, between(roll, 26, 34), roll() * 2);
  draw.box("wall", -4, 0, 9, 8);
  draw.poly("deep", [-5, 8], [6, 8], [0.5, 12]);
  draw.box("lit", -1, 1, 3.5, 4);
};

const solar: Draw = (draw, roll) => {
  const wall = between(roll, 18, 24);
  draw.box("wall", -26, 0, 36, wall);
  draw.windows(-24, 3, 32, wall - 6, 4, 1, roll);
  for (const x of [-25, -13, -1]) {
    draw.line("dark", 1, [x + 5, wall], [x + 5, wall + 5]);
    draw.poly("dark", [x, wall + 3], [x + 10, wall + 9], [x + 10, wall + 11], [x, wall + 5]);
    draw.poly("glass", [x + 1, wall + 4.4], [x + 9.4, wall + 9.4], [x + 9.4, wall + 12], [x + 1, wall + 7]);
  }
  draw.box("stone", 13, 0, 14, 16);
  draw.box("own", 15, 3, 10, 10);
  draw.poly("white", [21.5, 12], [17, 7.4], [19.6, 7.4], [18.4, 4], [23, 8.8], [20.4, 8.8]);
  draw.line("dark", 1, [20, 16], [20, 40]);
  draw.line("dark", 1, [14, 36], [26, 36]);
  draw.line("dark", 1, [16, 31], [24, 31]);
};

const powerStation: Draw = (draw, roll) => {
  const tower = (x: number, width: number, height: number) => {
    draw.path(
      "stone",
      `M${x - width} 0C${x - width * 0.45} ${-height * 0.55} ${x - width * 0.5} ${-height * 0.7} ${x - width * 0.66} ${-height}h${width * 1.32}C${x + width * 0.5} ${-height * 0.7} ${x + width * 0.45} ${-height * 0.55} ${x + width} 0z`,
    );
    draw.box("own", x - width * 0.66, height - 4, width * 1.32, 4);
    draw.smoke(x, height + 4, 4);
  };
  tower(-15, 15, between(roll, 36, 42));
  tower(11, 11, between(roll, 28, 32));
  draw.box("wall", -6, 0, 34, 14);
  draw.box("deep", -7, 14, 36, 3);
  draw.windows(-4, 3, 30, 9, 6, 1, roll);
};

const workshop: Draw = (draw, roll) => {
  const wall = between(roll, 17, 22);
  draw.box("wall", -26, 0, 52, wall);
  for (let i = 0; i < 4; i += 1) {
    const x = -26 + i * 13;
    draw.poly("own", [x, wall], [x + 13, wall], [x, wall + 11]);
    draw.poly("glass", [x, wall + 1], [x + 2.6, wall + 1], [x, wall + 9]);
  }
  draw.box("deep", -8, 0, 14, 12);
  for (const y of [3, 6, 9]) draw.line("pale", 0.8, [-8, y], [6, y]);
  draw.windows(-24, 5, 14, 9, 2, 1, roll);
  draw.windows(9, 5, 14, 9, 2, 1, roll);
};

const factory: Draw = (draw, roll) => {
  const chimneys = roll() < 0.5 ? 2 : 3;
  for (let i = 0; i < chimneys; i += 1) {
    const [x, height] = [-20 + i * 9, between(roll, 40, 50) - i * 4];
    draw.poly("deep", [x - 3, 0], [x + 3, 0], [x + 2, height], [x - 2, height]);
    draw.box("white", x - 2.3, height - 6, 4.6, 3);
    draw.smoke(x, height + 3, 2.6);
  }
  draw.box("own", -26, 0, 34, 24);
  draw.box("deep", -28, 24, 38, 3);
  draw.windows(-24, 4, 30, 18, 5, 2, roll);
  draw.box("wall", 8, 0, 19, 15);
  draw.box("deep", 8, 15, 20, 2.4);
  draw.box("dark", 12, 0, 10, 9);
};

const works: Draw = (draw, roll) => {
  draw.box("wall", -28, 0, 24, 26);
  draw.windows(-27, 4, 22, 20, 3, 3, roll);
  draw.poly("own", [-30, 26], [-2, 26], [-6, 33], [-26, 33]);
  for (const x of [3, 15]) {
    draw.box("stone", x, 0, 10, 22);
    draw.dome("own", x + 5, 22, 5, 4);
    draw.line("deep", 1, [x, 8], [x + 10, 8]);
    draw.line("deep", 1, [x, 15], [x + 10, 15]);
  }
  const height = between(roll, 46, 52);
  draw.line("own", 2.4, [-14, 33], [-14, height + 6]);
  draw.line("own", 2, [-26, height], [28, height]);
  draw.line("own", 1, [-14, height + 6], [26, height]);
  draw.line("own", 1, [-14, height + 6], [-25, height]);
  draw.line("dark", 0.8, [21, height], [21, 34]);
  draw.box("deep", 17, 29, 8, 6);
  draw.box("stone", -27, height - 5, 7, 5);
};

const garden: Draw = (draw, roll) => {
  draw.dome("green", 0, 0, 31, 6);
  draw.tree(-22, 2, between(roll, 26, 34));
  draw.tree(-8, 4, between(roll, 18, 24));
  draw.fir(24, 1, between(roll, 26, 34));
  draw.box("wall", 2, 4, 15, 9);
  draw.poly("own", [0, 13], [19, 13], [9.5, 20]);
  draw.box("lit", 7, 4, 5, 6);
  for (let i = 0; i < 7; i += 1) draw.disc(i % 2 === 0 ? "gold" : "white", -28 + i * 9, 1.5, 1.3);
};

const greenhouse: Draw = (draw, roll) => {
  const high = between(roll, 28, 34);
  draw.dome("glass", -4, 4, 24, high);
  draw.tree(-12, 4, 17);
  draw.fir(3, 4, 20);
  draw.tree(10, 4, 12);
  for (const x of [-14, -4, 6]) {
    draw.path("own", `M${x} -4Q${(x + 4) * 0.9 - 4} ${-4 - high * 0.7} -4 ${-4 - high}`, 1);
  }
  draw.line("own", 1, [-24.5, 18], [16.5, 18]);
  draw.box("deep", -30, 0, 52, 4);
  draw.box("wall", 18, 0, 11, 15);
  draw.poly("own", [16, 15], [31, 15], [23.5, 22]);
  draw.box("deep", 21, 0, 5, 8);
};

const treeTower: Draw = (draw, roll) => {
  const height = between(roll, 48, 55);
  draw.box("wall", -15, 0, 26, height);
  draw.windows(-14, 4, 24, height - 6, 4, 5, roll);
  for (let floor = 0; floor < 5; floor += 1) {
    const y = 7 + floor * (height / 5.4);
    const side = floor % 2 === 0 ? -1 : 1;
    const x = -2 + side * 9;
    draw.box("own", x - 9, y, 18, 2);
    for (const dx of [-6, -1, 4])
      draw.disc(roll() < 0.5 ? "leaf" : "green", x + dx, y + 3.6, between(roll, 2.4, 3.6));
  }
  draw.box("own", -17, height, 30, 2.4);
  draw.tree(-9, height + 2, 10);
  draw.tree(2, height + 2, 8);
  draw.tree(22, 0, 18);
  draw.dome("green", -22, 0, 8, 6);
};

/** By resource, then by tier. */
export const HOMES: Record<"C" | "M" | "E" | "I" | "N", readonly [Draw, Draw, Draw]> = {
  C: [rowHouses, flats, highRise],
  M: [shop, marketHall, bank],
  E: [windFarm, solar, powerStation],
  I: [workshop, factory, works],
  N: [garden, greenhouse, treeTower],
};
