import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";

test("tables of the same set-up are dealt the same, so that other tests see the same boards in every run", async ({
  person,
}) => {
  const hands: string[][] = [];
  for (const name of ["Anna", "Ben"]) {
    const one = await person(name);
    const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
    await one.open(`/t/${await openTable(one, setup)}`);
    const builder = new CityBuilder(one);
    await builder.question();
    hands.push(await builder.hand.evaluateAll((tiles) => tiles.map((tile) => tile.innerHTML)));
  }
  expect(hands[0]).toHaveLength(7);
  expect(hands[1]).toEqual(hands[0]);
});
