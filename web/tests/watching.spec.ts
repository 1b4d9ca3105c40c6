import { lateTable } from "./fixtures/late";
import { openPane } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

test("people who watch are named, and talk among themselves until the game is over", async ({ person }) => {
  const [anna, cleo, dan] = [await person("Anna"), await person("Cleo"), await person("Dan")];
  const setup = { game: "point-city", variant: "standard", players: 2 } as const;
  const code = await lateTable(anna, setup, 16);
  await anna.open(`/t/${code}`);
  for (const one of [cleo, dan]) {
    await one.open(`/t/${code}`);
    await expect(one.page.getByText("You are watching.")).toBeVisible();
  }
  for (const one of [cleo, dan]) await openPane(one);

  const said = "She should take the harbour.";
  await cleo.page.getByRole("textbox", { name: "Say something" }).fill(said);
  await expect(cleo.page.getByText("Players read this after the game.")).toBeVisible();
  await cleo.press(cleo.page.getByRole("button", { name: "Send", exact: true }));
  const line = (page: typeof anna.page) =>
    page.getByRole("log", { name: "Talk" }).getByRole("listitem").filter({ hasText: "Cleo" });
  await expect(line(dan.page)).toContainText(`Cleo · watching ${said}`);
  // Like a player, a person who watches can be reported, but not by themselves.
  await expect(line(cleo.page)).toContainText(said);
  await expect(line(cleo.page).getByRole("button")).toHaveCount(0);
  await dan.press(line(dan.page).getByRole("button", { name: "More about Cleo" }));
  await dan.press(dan.page.getByRole("menuitem", { name: "Report Cleo" }));
  await dan.press(dan.page.getByRole("button", { name: "Send the report" }));
  await expect(dan.page.getByText("Thank you. The operator will look at it.").first()).toBeVisible();

  await anna.press(anna.page.getByRole("button", { name: "Table and settings" }));
  await expect(anna.page.getByText("2 people are watching: Cleo and Dan")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(line(anna.page)).toHaveCount(0);

  await new Mayor(anna).play();
  await anna.page.getByRole("radio", { name: "Talk" }).check();
  await expect(line(anna.page)).toContainText(said);
});
