import { expect, it } from "vitest";
import { trayOf } from "./placing.svelte";

const tile = (piece: string, seat = 0, city: number | null = null) => ({ piece, seat, city });

it("gives every tile a key, equal ones too, and another one in another turn", () => {
  const left = [tile("S"), tile("S"), tile("S", 1, 0)];
  const keys = [...trayOf(left, "1.1"), ...trayOf(left, "1.2")].map(({ key }) => key);
  expect(new Set(keys).size).toBe(6);
});

it("keeps the keys of the tiles that are left when another one is placed", () => {
  const [, park, automa] = trayOf([tile("S"), tile("P"), tile("P", 1, 0)], "1.1");
  expect(trayOf([tile("P"), tile("P", 1, 0)], "1.1")).toEqual([park, automa]);
});
