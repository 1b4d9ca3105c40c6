// A whole game by mouse. tutorial.spec.ts plays games by keyboard and by touch, finale.spec.ts ends games of other variants.
import { checkResult, openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";

test("Between Two Cities: a whole game", async ({ person }) => {
  const zoe = await person("Zoë");
  const code = await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 });
  await zoe.open(`/t/${code}`);
  const builder = new CityBuilder(zoe, true);
  await builder.play();
  expect(builder.answered).toBeGreaterThan(1);
  await expect(builder.result.getByRole("heading").first()).not.toBeEmpty();
  await checkResult(zoe, builder.points);
});
