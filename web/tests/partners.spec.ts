import type { Person } from "./fixtures/person";
import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";

test("partners wait for each other, one takes a tile back, and passed hands are shown", async ({
  person,
}) => {
  const [anna, ben, cleo] = [await person("Anna"), await person("Ben"), await person("Cleo")];
  const people = [anna, ben, cleo];
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
  const path = `/t/${await openTable(anna, { ...setup, options: { game: { passed_hands: true } } })}`;
  await anna.open(path);
  await sit(ben, path);
  await sit(cleo, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  const builders = people.map((one) => new CityBuilder(one));
  const passed = (one: Person) => one.page.getByText("Passed on:").locator(".known");
  for (const builder of builders) {
    expect(await builder.question()).toBe("choose");
    await expect(passed(builder.person)).toHaveCount(0);
    await builder.choose();
  }

  // All three wait: then the one with the lowest seating number goes first, and the page names it to all.
  for (const builder of builders) expect(await builder.question()).toBe("place");
  for (const one of people)
    await one.press(one.page.getByRole("button", { name: "I wait", exact: true }).first());
  const told = people.map(({ page }) => page.getByText(/^Each waits for the other\. .* first\.$/));
  for (const words of told) await expect(words).toBeVisible();
  const mine = await Promise.all(
    told.map(async (words) => (await words.innerText()).includes("you go first")),
  );
  expect(mine.filter(Boolean)).toHaveLength(1);

  // They lay one of two tiles, place it, and think again.
  const leader = builders[mine.indexOf(true)] as CityBuilder;
  await leader.lay();
  await leader.person.press(leader.place);
  await expect(leader.tray).toHaveCount(1);
  await leader.person.press(leader.person.page.getByRole("button", { name: "Take back" }));
  await expect(leader.tray).toHaveCount(2);

  for (const builder of builders) {
    expect(await builder.question()).toBe("place");
    await builder.build();
  }
  for (const builder of builders) {
    expect(await builder.question()).toBe("choose");
    await expect(passed(builder.person)).toHaveCount(5);
  }
});
