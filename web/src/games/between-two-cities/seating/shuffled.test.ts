import { describe, expect, it } from "vitest";
import { cards } from "./cards";
import { shuffled } from "./shuffled";

describe("seating", () => {
  it("shuffles every order equally often", () => {
    const orders = new Map<string, number>();
    for (let first = 0; first < 3; first++) {
      for (let second = 0; second < 2; second++) {
        const numbers = [first / 3, second / 2];
        const order = shuffled(["a", "b", "c"], () => numbers.shift() ?? 0).join("");
        orders.set(order, (orders.get(order) ?? 0) + 1);
      }
    }
    expect([...orders.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("has at least fifteen cards, none twice", () => {
    const texts = cards.map((card) => card());
    expect(texts.length).toBeGreaterThanOrEqual(15);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
