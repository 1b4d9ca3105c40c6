// Buildings that give only points, and the civic ones, which give a token.
import type { Draw } from "./homes";
import type { Drawing } from "./paint";

const wheel: Draw = (draw) => {
  const [x, y, r] = [0, 30, 24];
  draw.line("stone", 2, [x - 14, 0], [x, y], [x + 14, 0]);
  for (let i = 0; i < 8; i += 1) {
    const angle = (i * Math.PI) / 4 + 0.2;
    draw.line("pale", 0.9, [x, y], [x + Math.cos(angle) * r, y + Math.sin(angle) * r]);
  }
  draw.path("own", `M${x - r} ${-y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`, 2);
  for (let i = 0; i < 8; i += 1) {
    const angle = (i * Math.PI) / 4 + 0.2;
    draw.disc(i % 2 === 0 ? "gold" : "deep", x + Math.cos(angle) * r, y + Math.sin(angle) * r - 1, 3.2);
  }
  draw.disc("deep", x, y, 3);
  draw.box("wall", -8, 0, 16, 6);
  draw.box("own", -9, 6, 18, 2);
};

const clockTower: Draw = (draw, roll) => {
  draw.box("wall", -9, 0, 18, 42);
  draw.windows(-6, 6, 12, 18, 2, 3, roll);
  draw.box("shade", -11, 27, 22, 17);
  draw.disc("white", 0, 35.5, 6.6);
  draw.path("dark", "M0 -40v4.6l3.4 2", 1.2);
  draw.poly("own", [-12, 44], [12, 44], [0, 60]);
  draw.box("wall", -26, 0, 17, 15);
  draw.poly("deep", [-28, 15], [-7, 15], [-11, 21], [-24, 21]);
  draw.windows(-24, 4, 13, 8, 2, 1, roll);
  draw.box("wall", 9, 0, 17, 15);
  draw.poly("deep", [7, 15], [28, 15], [24, 21], [11, 21]);
  draw.windows(11, 4, 13, 8, 2, 1, roll);
  draw.box("deep", -3.5, 0, 7, 8);
};

const opera: Draw = (draw) => {
  draw.box("stone", -30, 0, 60, 6);
  const sail = (x: number, width: number, height: number, paint: "white" | "pale") =>
    draw.path(
      paint,
      `M${x} -6C${x + width * 0.1} ${-6 - height * 0.75} ${x + width * 0.55} ${-6 - height} ${x + width} ${-6 - height}C${x + width * 0.75} ${-6 - height * 0.55} ${x + width * 0.8} ${-6 - height * 0.25} ${x + width * 0.9} -6z`,
    );
  sail(-27, 20, 22, "pale");
  sail(-19, 24, 36, "white");
  sail(-3, 20, 30, "pale");
  sail(9, 17, 21, "white");
  draw.line("own", 1.6, [-30, 6], [30, 6]);
  for (let i = 0; i < 7; i += 1) draw.box("lit", -26 + i * 8, 1, 4, 3);
};

const stadium: Draw = (draw) => {
  draw.path("wall", "M-31 0C-31 -14 -28 -20 -26 -24H26C28 -20 31 -14 31 0z");
  for (let i = 0; i < 9; i += 1) draw.line("shade", 1.4, [-26 + i * 6.5, 1], [-22 + i * 5.5, 22]);
  draw.path("deep", "M-26 -24a26 7 0 1 1 52 0a26 7 0 1 1 -52 0z");
  draw.path("green", "M-18 -24.5a18 4 0 1 1 36 0a18 4 0 1 1 -36 0z");
  draw.path("own", "M-28 -22a28 9 0 0 1 56 0", 2.4);
  for (const x of [-22, 22]) {
    draw.line("stone", 1.2, [x, 24], [x * 1.1, 46]);
    draw.box("lit", x * 1.1 - 4, 45, 8, 5);
  }
};

const lookout: Draw = (draw) => {
  draw.poly("wall", [-6, 0], [6, 0], [2.6, 40], [-2.6, 40]);
  draw.poly("own", [-12, 40], [12, 40], [9, 33], [-9, 33]);
  draw.box("lit", -11, 40, 22, 4);
  draw.dome("own", 0, 44, 12, 7);
  draw.line("stone", 1.4, [0, 50], [0, 62]);
  draw.disc("gold", 0, 62, 1.6);
  draw.box("stone", -22, 0, 44, 5);
  draw.tree(-22, 4, 16);
  draw.tree(23, 4, 13);
};

const spire: Draw = (draw, roll) => {
  draw.box("stone", -24, 0, 48, 8);
  draw.box("wall", -15, 8, 30, 20);
  draw.box("own", -11, 28, 22, 16);
  draw.poly("wall", [-7, 44], [7, 44], [3, 53], [-3, 53]);
  draw.windows(-14, 10, 28, 17, 6, 3, roll);
  draw.windows(-10, 29, 20, 14, 4, 2, roll);
  draw.line("gold", 1.6, [0, 52], [0, 66]);
  draw.box("gold", -15, 27, 30, 1.6);
  draw.box("gold", -11, 43, 22, 1.6);
  draw.box("deep", -4, 0, 8, 8);
  draw.tree(-20, 0, 10);
  draw.tree(20, 0, 10);
};

const LANDMARKS: Record<number, Draw> = {
  13: wheel,
  22: clockTower,
  23: opera,
  30: stadium,
  31: lookout,
  32: spire,
};

export const landmark = (base: number): Draw => LANDMARKS[base] ?? spire;

function columns(draw: Drawing, from: number, to: number, number: number, y: number, height: number) {
  const step = (to - from) / number;
  for (let i = 0; i < number; i += 1) draw.box("white", from + step * (i + 0.28), y, step * 0.44, height);
}

/** The civic buildings: columns and gable, then a dome, then a dome on wings. */
const library: Draw = (draw, roll) => {
  draw.box("stone", -27, 0, 54, 4);
  draw.box("shade", -23, 4, 46, 20);
  columns(draw, -23, 23, 6, 4, 19);
  draw.box("gold", -26, 23, 52, 3);
  draw.poly("wall", [-27, 26], [27, 26], [0, 38 + roll() * 4]);
  draw.disc("gold", 0, 30, 3.2);
  draw.box("deep", -3.5, 4, 7, 12);
};

const hall: Draw = (draw, roll) => {
  draw.box("stone", -28, 0, 56, 4);
  draw.box("wall", -25, 4, 50, 18);
  columns(draw, -12, 12, 4, 4, 18);
  draw.windows(-24, 7, 12, 12, 2, 1, roll);
  draw.windows(12, 7, 12, 12, 2, 1, roll);
  draw.box("gold", -27, 22, 54, 3);
  draw.box("shade", -12, 25, 24, 7);
  draw.dome("gold", 0, 32, 12, 13);
  draw.line("trunk", 1, [0, 45], [0, 56]);
  draw.poly("gold", [0, 56], [8, 53.5], [0, 51]);
};

const parliament: Draw = (draw, roll) => {
  draw.box("stone", -31, 0, 62, 4);
  for (const x of [-30, 16]) {
    draw.box("wall", x, 4, 14, 26);
    draw.windows(x + 1, 7, 12, 20, 2, 3, roll);
    draw.poly("gold", [x - 1, 30], [x + 15, 30], [x + 7, 39]);
  }
  draw.box("shade", -16, 4, 32, 24);
  columns(draw, -16, 16, 5, 4, 20);
  draw.box("gold", -17, 24, 34, 3);
  draw.poly("wall", [-17, 27], [17, 27], [0, 35]);
  draw.box("shade", -8, 34, 16, 7);
  draw.dome("gold", 0, 41, 10, 11);
  draw.line("gold", 1.2, [0, 51], [0, 60]);
};

export const CIVIC: readonly [Draw, Draw, Draw] = [library, hall, parliament];
