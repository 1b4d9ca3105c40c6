import type { Locator } from "@playwright/test";
import type { Person } from "./fixtures/person";
import { lateTable } from "./fixtures/late";
import { numbers, openTable, savedResult, scores } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** The result page says what the record says, and the seal of the deal fits. */
async function checkEnd(person: Person, shown: Locator): Promise<void> {
  const { page } = person;
  await person.press(page.getByText("Was it dealt fairly?"));
  // The browser was there when the deal was sealed.
  await expect(page.getByText("it is the seal that this browser saw during the game")).toBeVisible();
  const points = scores(await savedResult(person));
  // The cities of a result are drawn one after the other.
  await expect.poll(() => numbers(shown)).toEqual(points);
}

async function endOfCities(zoe: Person, code: string): Promise<void> {
  await zoe.open(`/t/${code}`);
  const builder = new CityBuilder(zoe, true);
  await builder.play();
  expect(builder.answered).toBeGreaterThan(1);
  await expect(builder.result.getByRole("heading").first()).not.toBeEmpty();
  await checkEnd(zoe, builder.ranking.getByRole("strong"));
}

async function endOfPointCity(zoe: Person, code: string): Promise<void> {
  await zoe.open(`/t/${code}`);
  const mayor = new Mayor(zoe);
  await mayor.play();
  expect(mayor.turns).toBeGreaterThan(0);
  await expect(mayor.result.getByRole("heading", { level: 2 })).not.toBeEmpty();
  await checkEnd(zoe, mayor.result.getByRole("heading", { level: 3 }).locator("b"));
}

test("Between Two Cities: a whole game", async ({ person }) => {
  const zoe = await person("Zoë");
  await endOfCities(
    zoe,
    await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 }),
  );
});

// tutorial.spec.ts plays whole games by keyboard and by touch, one of them of Point City.
// `moves`: how many Zoë has made when she comes to her table.
for (const { variant, players, moves } of [
  { variant: "standard", players: 7, moves: 15 },
  { variant: "two-player", players: 2, moves: 36 },
  { variant: "automa-hard", players: 1, moves: 30 },
]) {
  test(`Between Two Cities, ${variant} for ${players}: the end`, async ({ person }) => {
    const zoe = await person("Zoë");
    await endOfCities(zoe, await lateTable(zoe, { game: "between-two-cities", variant, players }, moves));
  });
}

for (const { variant, players, moves } of [
  { variant: "standard", players: 4, moves: 14 },
  { variant: "solo-hard", players: 1, moves: 14 },
]) {
  test(`Point City, ${variant} for ${players}: the end`, async ({ person }) => {
    const zoe = await person("Zoë");
    await endOfPointCity(zoe, await lateTable(zoe, { game: "point-city", variant, players }, moves));
  });
}
