import type { Person } from "./fixtures/person";
import { makeMoves } from "./fixtures/late";
import { numbers, openTable, savedResult, scores, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** How many moves each makes behind the pages before the rest is played in them. */
const BEHIND = { "between-two-cities": 15, "point-city": 16 };

/** How many moves a game of Point City takes each. */
const WHOLE = 17;

/** Plays on, one question each in turn, until the game is over; then all read the same. */
async function toTheEnd(builders: CityBuilder[]): Promise<void> {
  for (let asked = await builders[0]?.question(); asked !== "over"; asked = await builders[0]?.question()) {
    for (const builder of builders) await builder.play(1);
  }
  const told = scores(await savedResult(builders[0]?.person as Person));
  for (const builder of builders) {
    expect(await builder.question()).toBe("over");
    await expect.poll(() => numbers(builder.points)).toEqual(told);
  }
}

/** All play Point City until it is over; then all read the same. */
async function allPlay(people: Person[]): Promise<void> {
  const mayors = people.map((one) => new Mayor(one));
  await Promise.all(mayors.map((mayor) => mayor.play()));
  const told = scores(await savedResult(people[0] as Person));
  for (const mayor of mayors) {
    await expect.poll(() => numbers(mayor.points)).toEqual(told);
    expect(mayor.turns).toBeGreaterThan(0);
  }
}

/** A table at which all of these people sit; the first of them is its host. Returns its code. */
async function gathered(people: Person[], game: "between-two-cities" | "point-city"): Promise<string> {
  const [host, ...others] = people as [Person, ...Person[]];
  const setup = { game, variant: "standard", players: people.length, bots: 0 };
  const code = await openTable(host, setup);
  await host.open(`/t/${code}`);
  for (const other of others) await sit(other, `/t/${code}`);
  return code;
}

/** The host seats the last arrival beside themselves, with the keyboard alone. */
async function besideTheHost(people: Person[]): Promise<void> {
  const { page } = people[0] as Person;
  const chairs = page.getByRole("region", { name: /^At the table/ }).getByRole("listitem");
  await page.getByText("More options").click();
  const seats = page.getByRole("radiogroup", { name: "Seats" });
  await seats.getByRole("radio", { name: "As in the list" }).check();
  await page.getByRole("button", { name: `Move ${people.at(-1)?.name} up` }).focus();
  for (let moved = people.length - 1; moved > 1; moved--) {
    await page.keyboard.press("Enter");
    await expect(chairs.nth(moved - 1)).toContainText(people.at(-1)?.name ?? "");
  }
  for (const { page } of people)
    await expect(page.getByText("The list is a circle", { exact: false }).first()).toBeVisible();
}

test("two friends: invited by code, a game of Point City, and another one", async ({ person }) => {
  const [anna, ben] = [await person("Anna", { nameless: true }), await person("Ben")];
  await anna.open("/");
  const card = anna.page.getByRole("article", { name: "Point City" });
  await anna.press(card.getByRole("button", { name: "Invite friends" }));
  const size = anna.page.getByRole("radiogroup", { name: "How many play?" });
  await anna.press(size.getByRole("radio", { name: "2", exact: true }));
  await expect(anna.page.getByRole("heading", { name: "At the table: 1 of 2" })).toBeVisible();
  const code = await anna.page.getByTestId("table-code").innerText();

  await ben.open("/");
  await ben.page.getByRole("textbox", { name: "Join with a code" }).fill(code.toLowerCase());
  await ben.press(ben.page.getByRole("button", { name: "Join", exact: true }));
  await ben.press(ben.page.getByRole("button", { name: "Sit here" }));
  await expect(anna.page.getByRole("listitem").filter({ hasText: "Ben" })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Start" })).toHaveCount(0);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));

  await expect(anna.page.getByTestId("point-city")).toBeVisible();
  const table = new URL(anna.page.url()).pathname.split("/").at(-1) ?? "";
  await makeMoves([anna, ben], table, BEHIND["point-city"]);
  await allPlay([anna, ben]);

  await anna.press(anna.page.getByRole("button", { name: "Play again" }));
  // Ben reads the results, which name the player who asks. His chair is kept until he comes.
  const chairs = anna.page.getByRole("region", { name: "At the table: 1 of 2" });
  await expect(chairs.getByText("kept for Ben, who has not come yet")).toBeVisible();
  await expect(ben.page.getByText(/^\S+ has set the table for another game\.$/)).toBeVisible();
  await expect(ben.page.getByRole("link", { name: "Join in" })).toBeVisible();
  // His home page says who invites, and leads there too.
  await ben.open("/");
  await ben.press(ben.page.getByRole("link", { name: / invites you/ }));
  await expect(ben.page.getByRole("heading", { name: "At the table: 2 of 2" })).toBeVisible();
  await expect(ben.page.getByRole("button", { name: "Stand up" })).toBeVisible();
  expect(ben.page.url()).toBe(anna.page.url());

  // He declines after all, and Anna removes the table.
  const remove = async (one: Person, what: string, yes: string): Promise<void> => {
    await one.open("/");
    const card = one.page.getByRole("region", { name: "Your tables" });
    await one.press(card.getByRole("button", { name: "More about this table of Point City" }));
    await one.press(one.page.getByRole("menuitem", { name: what }));
    await one.press(card.getByRole("button", { name: yes }));
    await expect(card).toBeHidden();
  };
  await remove(ben, "Decline", "Decline");
  await expect(anna.page.getByRole("heading", { name: "At the table: 1 of 2" })).toBeVisible();
  await remove(anna, "Remove the table", "Remove it");
});

test("three friends: sealed choices, a proposal and its answer, and the end of Between Two Cities", async ({
  person,
}) => {
  const people = [await person("Anna"), await person("Ben"), await person("Cleo")];
  const [anna, ben] = people as [Person, Person, Person];
  const code = await gathered(people, "between-two-cities");
  await anna.press(anna.page.getByRole("button", { name: "Start" }));

  const builders = people.map((one) => new CityBuilder(one));
  const [first, second, third] = builders as [CityBuilder, CityBuilder, CityBuilder];
  await first.question();
  await first.choose();
  // Anna's choice is face down before the others, and nothing in their pages reveals it.
  const chip = ben.page.getByRole("region", { name: "Anna", exact: true });
  await expect(chip).toContainText("ready");
  await expect(chip.locator(".down")).toHaveCount(2);
  await expect(chip.locator(".tiles [title]")).toHaveCount(0);
  // Anna may change her mind, and the tiles are gone from the table again.
  await anna.press(first.unseal);
  await expect(chip.locator(".down")).toHaveCount(0);
  await first.choose();
  await second.choose();
  expect(await third.question()).toBe("choose");
  await third.choose();

  // All are revealed. Anna asks a partner before she builds.
  for (const builder of builders) expect(await builder.question()).toBe("place");
  await expect(chip.locator(".tiles [title]")).toHaveCount(2);
  while ((await first.spots.count()) > 0) await first.lay();
  await anna.press(anna.page.getByRole("button", { name: "Ask Ben" }));
  // She speaks beside her portrait, and Ben answers there: his yes reaches her.
  await expect(chip).toContainText("I would put the");
  const yes = chip.getByRole("button", { name: "Yes", exact: true });
  await ben.press(yes);
  await expect(yes).toHaveAttribute("aria-pressed", "true");
  await expect(anna.page.getByRole("region", { name: "Ben", exact: true })).toContainText("Ben: yes.");
  await anna.press(first.place);
  await expect(yes).toHaveCount(0);

  await second.build();
  await third.build();
  await makeMoves(people, code, BEHIND["between-two-cities"]);
  await toTheEnd(builders);
});

test(
  "three friends: talk, seats side by side, and the talk after a game of Point City",
  { tag: "@all" },
  async ({ person }) => {
    const people = [await person("Anna"), await person("Ben"), await person("Cleo")];
    const [anna, ...others] = people as [Person, ...Person[]];
    const code = await gathered(people, "point-city");
    await anna.page.getByRole("textbox", { name: "Say something" }).fill("Good luck!");
    await anna.press(anna.page.getByRole("button", { name: "Send", exact: true }));
    for (const { page } of others)
      await expect(page.getByRole("log", { name: "Talk" })).toContainText("Good luck!");
    await besideTheHost(people);
    await anna.press(anna.page.getByRole("button", { name: "Start" }));
    await makeMoves(people, code, WHOLE);
    for (const one of people) expect(await new Mayor(one).question()).toBe("over");
    // At a rematch, the earlier talk is still shown.
    await anna.press(anna.page.getByRole("button", { name: "Play again" }));
    for (const { page } of others)
      await expect(page.getByText("Anna has set the table for another game.")).toBeVisible();
    await others[0]?.press(others[0].page.getByRole("link", { name: "Join in" }));
    for (const { page } of people.slice(0, 2))
      await expect(page.getByRole("log", { name: "Talk" })).toContainText("Anna Good luck!");
  },
);
