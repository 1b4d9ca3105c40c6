import { expect, test } from "vitest";
import { games } from "./registry";

test("beside others for one player, a variant does not say again that one plays alone", () => {
  const levels = ["easy", "medium", "hard"];
  const variants = { "between-two-cities": "automa", "point-city": "solo" };
  for (const [id, alone] of Object.entries(variants)) {
    const game = games.find((one) => one.id === id);
    const named = (among?: "alone") => levels.map((level) => game?.variantName(`${alone}-${level}`, among));
    expect(named("alone")).toEqual(["Easy", "Medium", "Hard"]);
    expect(named()).toEqual(["Alone, easy", "Alone, medium", "Alone, hard"]);
  }
});
