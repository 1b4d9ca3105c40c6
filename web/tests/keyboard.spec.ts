import { lateTable } from "./fixtures/late";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test("Point City by keyboard alone: the end", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  const setup = { game: "point-city", variant: "solo-easy", players: 1 } as const;
  await zoe.open(`/t/${await lateTable(zoe, setup, 14)}`);
  const mayor = new Mayor(zoe);
  await mayor.play();
  await expect(mayor.result).toBeVisible();
});

test("Between Two Cities by keyboard alone: a whole game", async ({ person }) => {
  const zoe = await person("Zoë", { hands: "keyboard" });
  await zoe.open(
    `/t/${await openTable(zoe, { game: "between-two-cities", variant: "standard", players: 3 })}`,
  );
  const builder = new CityBuilder(zoe);
  await builder.play();
  await expect(builder.result).toBeVisible();
  // To the board as it lay at the end, and back.
  await zoe.press(zoe.page.getByRole("button", { name: "Look at the board" }));
  await expect(zoe.page.getByTestId("btc-play")).toBeVisible();
  await expect(builder.result).toBeHidden();
  await zoe.press(zoe.page.getByRole("button", { name: "To the result" }));
  await expect(builder.result).toBeVisible();
});

test("a stranger plays within one tap", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë", { nameless: true });
  await zoe.open("/");
  const card = zoe.page.getByRole("article", { name: "Point City" });
  await zoe.press(card.getByRole("button", { name: "Play now" }));
  const mayor = new Mayor(zoe);
  await mayor.question();
  await mayor.answer();
});
