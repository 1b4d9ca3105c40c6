// Play in the browser alone: the server is killed before the first tap.
import type { Locator } from "@playwright/test";
import { appIsKept, lateDeviceTable } from "./fixtures/device";
import { HAS_ENGINE } from "./fixtures/engines";
import { Person } from "./fixtures/person";
import { speak } from "./fixtures/screens";
import { GameServer } from "./fixtures/server";
import { numbers, savedRecord, resultIn, scores, type Setup } from "./fixtures/table";
import { expect, test, type PersonOptions } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

type MakePerson = (name: string, options?: PersonOptions) => Promise<Person>;

/** A person whose browser has stored the app and their name, and whose server was killed. */
async function alone(person: MakePerson, run: (zoe: Person) => Promise<void>): Promise<void> {
  const at = await GameServer.open();
  try {
    const zoe = await person("Zoë", { at, context: { serviceWorkers: "allow" } });
    await zoe.open("/");
    await appIsKept(zoe);
    await at.kill();
    await zoe.page.reload();
    await run(zoe);
  } finally {
    await at.close();
  }
}

test("from a cold start without a network to the first question", { tag: "@phone" }, async ({ person }) => {
  await alone(person, async (zoe) => {
    const { page } = zoe;
    // The note about the network and its button fit, also in a language with long words.
    await speak(page, "de");
    const note = page.getByRole("alert").filter({ hasText: "kein Netz" });
    await expect(note.getByRole("button")).toHaveText("Noch einmal versuchen");
    expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await note.locator("p").evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(200);
    await speak(page, "en");
    const card = page.getByRole("article", { name: "Point City" });
    await zoe.press(card.getByRole("button", { name: "Play now" }));
    const mayor = new Mayor(zoe);
    await mayor.play(2);
    await mayor.question();
    // In the middle of the game the page is closed; later it is on the list, and goes on.
    const shown = await mayor.layout();
    await page.reload();
    await mayor.question();
    await expect.poll(() => mayor.layout()).toBe(shown);
    await zoe.press(page.getByRole("link", { name: "Townhall: home page" }));
    const mine = page.getByRole("region", { name: "Your tables" });
    await zoe.press(mine.getByRole("link", { name: /Point City/ }));
    await mayor.question();
    await mayor.answer();
    // A hint comes without a server as well.
    await mayor.question();
    await zoe.press(page.getByRole("button", { name: "Hint", exact: true }));
    const hints = page.getByRole("group", { name: "What a strong bot would do" }).getByRole("button");
    await expect(hints.first()).toBeVisible();
  });
});

test("a shortcut of the installed app begins a game", async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open("/#play=point-city");
  await new Mayor(zoe).question();
  // Going back does not begin another one.
  await zoe.page.goBack();
  await expect(zoe.page.getByRole("region", { name: "Your tables" }).getByRole("link")).toHaveCount(1);
  expect(new URL(zoe.page.url()).hash).toBe("");
});

test("the same table in two tabs: a move in one shows in the other", async ({ person }) => {
  await alone(person, async (zoe) => {
    const code = await lateDeviceTable(zoe, { game: "point-city", variant: "solo-easy", players: 1 }, 3);
    await zoe.open(`/t/${code}`);
    const other = new Person(zoe.name, zoe.context, await zoe.context.newPage(), zoe.hands, zoe.origin);
    await other.open(`/t/${code}`);
    const [first, second] = [new Mayor(zoe), new Mayor(other)];
    for (const [acts, follows] of [
      [first, second],
      [second, first],
      [first, second],
    ] as const) {
      await acts.question();
      await follows.question();
      const before = await follows.layout();
      await acts.answer();
      await expect.poll(() => follows.layout()).not.toBe(before);
      await expect.poll(async () => (await follows.layout()) === (await acts.layout())).toBe(true);
    }
  });
});

/** Plays games of every variant and number of players from their beginning, which takes many minutes. */
const WHOLE = process.env.WHOLE !== undefined;

// engine.spec.ts compares the engine of every variant with the server's.
const late: (Setup & { moves: number })[] = [
  { game: "between-two-cities", variant: "standard", players: 3, moves: 20 },
  { game: "point-city", variant: "solo-hard", players: 1, moves: 14 },
];

const cities = (variant: string, players: number): Setup => ({
  game: "between-two-cities",
  variant,
  players,
});
const market = (variant: string, players: number): Setup => ({ game: "point-city", variant, players });
const whole: Setup[] = [
  ...[3, 4, 5, 6, 7].map((players) => cities("standard", players)),
  cities("two-player", 2),
  ...["automa-easy", "automa-medium", "automa-hard"].map((variant) => cities(variant, 1)),
  ...[2, 3, 4].map((players) => market("standard", players)),
  ...["solo-easy", "solo-medium", "solo-hard"].map((variant) => market(variant, 1)),
];
const modes = WHOLE ? whole.map((setup) => ({ ...setup, moves: 0 })) : late;

test("the end of games without a network", async ({ person }) => {
  if (WHOLE) test.setTimeout(modes.length * 120_000);
  await alone(person, async (zoe) => {
    for (const { moves, ...setup } of modes) {
      await test.step(`${setup.game}, ${setup.variant} for ${setup.players}`, async () => {
        await zoe.open("/");
        const code = await lateDeviceTable(zoe, setup, moves);
        await zoe.open(`/t/${code}`);
        const shown = setup.game === "point-city" ? await endOfPointCity(zoe) : await endOfCities(zoe);
        const points = scores(await resultIn(await savedRecord(zoe)));
        // The cities of a result are drawn one after the other.
        await expect.poll(() => numbers(shown)).toEqual(points);
      });
    }
    // The last one can be looked back on, and is analysed.
    await zoe.press(zoe.page.getByRole("link", { name: "Watch it again" }));
    await expect(zoe.page.locator(".caption")).toHaveText("The game begins.");
    await zoe.press(zoe.page.getByRole("button", { name: "What could I have done better?" }));
    await expect(zoe.page.getByTestId("curve").locator("polyline").first()).toBeVisible();
  });
});

async function endOfCities(zoe: Person): Promise<Locator> {
  const builder = new CityBuilder(zoe, true);
  await builder.play();
  return builder.points;
}

async function endOfPointCity(zoe: Person): Promise<Locator> {
  const mayor = new Mayor(zoe);
  await mayor.play();
  return mayor.points;
}
