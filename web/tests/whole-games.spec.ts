import type { Person } from "./fixtures/person";
import { numbers, openTable, savedResult, scores } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** The result page says what the record says, and the seal of the deal fits. */
async function checkEnd(person: Person, shown: number[]): Promise<void> {
  const { page } = person;
  await person.press(page.getByText("Seal opened"));
  // The browser was there when the deal was sealed.
  await expect(page.getByText("it is the seal that this browser saw during the game")).toBeVisible();
  expect(shown).toEqual(scores(await savedResult(person)));
}

for (const { variant, players, tag } of [
  { variant: "standard", players: 3, tag: "@phone" },
  { variant: "standard", players: 7 },
  { variant: "two-player", players: 2, tag: "@phone" },
  { variant: "automa-easy", players: 1 },
  { variant: "automa-medium", players: 1 },
  { variant: "automa-hard", players: 1, tag: "@phone" },
]) {
  test(`Between Two Cities, ${variant} for ${players}: a whole game`, { tag }, async ({ person }) => {
    const zoe = await person("Zoë");
    await zoe.open(`/t/${await openTable(zoe, { game: "between-two-cities", variant, players })}`);
    const builder = new CityBuilder(zoe, true);
    await builder.play();
    await expect(builder.result.getByRole("heading").first()).not.toBeEmpty();
    await checkEnd(zoe, await numbers(builder.ranking.getByRole("strong")));
  });
}

for (const { variant, players, tag } of [
  { variant: "standard", players: 2, tag: "@phone" },
  { variant: "standard", players: 4 },
  { variant: "solo-easy", players: 1 },
  { variant: "solo-medium", players: 1 },
  { variant: "solo-hard", players: 1, tag: "@phone" },
]) {
  test(`Point City, ${variant} for ${players}: a whole game`, { tag }, async ({ person }) => {
    const zoe = await person("Zoë");
    await zoe.open(`/t/${await openTable(zoe, { game: "point-city", variant, players })}`);
    const mayor = new Mayor(zoe);
    await mayor.play();
    await expect(mayor.result.getByRole("heading", { level: 2 })).not.toBeEmpty();
    await checkEnd(zoe, await numbers(mayor.result.getByRole("heading", { level: 3 }).locator("b")));
  });
}
