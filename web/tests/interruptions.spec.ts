import type { Locator } from "@playwright/test";
import type { Person } from "./fixtures/person";
import { lateTable } from "./fixtures/late";
import type { GameServer } from "./fixtures/server";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** The page is unchanged after a reload, and after `kill -9` of the server. */
async function lasts({ page }: Person, shown: Locator, server: GameServer): Promise<void> {
  await unchanged(shown, async () => void (await page.reload()));
  await unchanged(shown, async () => {
    const lost = page.getByText("Reconnecting … nothing is lost.");
    await server.kill();
    await expect(lost).toBeVisible();
    await server.start();
    await expect(lost).toBeHidden();
  });
}

/** Lets something happen and waits until the same picture is there again. */
async function unchanged(shown: Locator, happens: () => Promise<void>): Promise<void> {
  // The actions of others are shown for a moment, and not again afterwards.
  await expect(shown.page().locator("[data-turn].shown, [data-announcement]")).toHaveCount(0);
  const before = await shown.innerText();
  expect(before).not.toBe("");
  await happens();
  await expect.poll(() => shown.innerText(), { timeout: 30_000 }).toBe(before);
}

test("a reload and kill -9 of the server at each phase of Between Two Cities", async ({ person, server }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await ben.open(path);
  await ben.press(ben.page.getByRole("button", { name: "Sit here" }));
  await expect(anna.page.getByText("At the table: 3 of 3")).toBeVisible();
  await lasts(anna, anna.page.getByRole("region", { name: "At the table: 3 of 3" }), server);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));

  const [first, second] = [new CityBuilder(anna), new CityBuilder(ben)];
  // Moves of bots meanwhile do not change the question.
  const asked = anna.page.getByTestId("btc-question");
  expect(await first.question()).toBe("choose");
  const hand = await names(first.hand);
  await lasts(anna, asked, server);
  expect(await names(first.hand)).toEqual(hand);

  await first.choose();
  await expect(asked).toHaveText("Waiting for Ben.");
  await lasts(anna, asked, server);
  // Still sealed, and still to be taken back.
  await expect(
    anna.page.getByRole("group", { name: "Your hand" }).locator("[aria-pressed=true]"),
  ).toHaveCount(2);
  await expect(first.unseal).toBeVisible();

  expect(await second.question()).toBe("choose");
  await second.choose();
  expect(await first.question()).toBe("place");
  const tray = await names(first.tray);
  await lasts(anna, asked, server);
  expect(await names(first.tray)).toEqual(tray);

  await first.build();
  await second.build();
  expect(await first.question()).toBe("choose");
});

test("a reload and kill -9 of the server late in Point City, and after its end", async ({
  person,
  server,
}) => {
  const anna = await person("Anna");
  const setup = { game: "point-city", variant: "standard", players: 2 } as const;
  await anna.open(`/t/${await lateTable(anna, setup, 14)}`);
  const mayor = new Mayor(anna);
  await mayor.play(1);
  await mayor.question();
  await lasts(anna, mayor.board, server);
  await mayor.play();
  await lasts(anna, mayor.result, server);
});

test("a reload and kill -9 of the server after the end of Between Two Cities", async ({ person, server }) => {
  const anna = await person("Anna");
  const setup = { game: "between-two-cities", variant: "two-player", players: 2 } as const;
  await anna.open(`/t/${await lateTable(anna, setup, 36)}`);
  const builder = new CityBuilder(anna);
  await builder.play();
  await lasts(anna, builder.result, server);
});

async function names(tiles: Locator): Promise<(string | null)[]> {
  return tiles.evaluateAll((found) => found.map((tile) => tile.getAttribute("aria-label")));
}
