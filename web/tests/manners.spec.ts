import { openPane, openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

/** Chooses what the menu beside a name offers. */
async function choose(person: Person, name: string, action: string): Promise<void> {
  await person.press(person.page.getByRole("button", { name: `More about ${name}` }));
  await person.press(person.page.getByRole("menuitem", { name: action }));
}

test("a rude player is muted, and reported to the operator", async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const setup = { game: "point-city", variant: "standard", players: 2, bots: 0 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await sit(ben, path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of [anna, ben]) {
    await expect(one.page.getByTestId("point-city")).toBeVisible();
    await openPane(one);
  }
  const say = async (text: string): Promise<void> => {
    await ben.page.getByRole("textbox", { name: "Say something" }).fill(text);
    await ben.press(ben.page.getByRole("button", { name: "Send", exact: true }));
  };
  await say("You play like a goat!");
  const talk = anna.page.getByRole("log", { name: "Talk" });
  await expect(talk).toContainText("goat");

  await anna.press(anna.page.getByRole("button", { name: "Table and settings" }));
  const more = (action: string) => choose(anna, "Ben", action);
  await more("Mute Ben");
  await more("Report Ben");
  await anna.page.getByRole("textbox", { name: "What happened" }).fill("He insults me.");
  await anna.press(anna.page.getByRole("button", { name: "Send the report" }));
  await expect(anna.page.getByText("Thank you. The operator will look at it.").first()).toBeVisible();
  await expect(anna.page.getByRole("button", { name: "More about Anna" })).toHaveCount(0);
  await anna.page.keyboard.press("Escape");
  await say("Say something!");
  await ben.press(ben.page.getByRole("button", { name: "Ha ha!" }));
  await expect(ben.page.getByRole("log", { name: "Talk" })).toContainText("Ha ha!");
  // Ben does not learn of it, and Anna's browser remembers it.
  await expect(ben.page.getByRole("log", { name: "Talk" })).toContainText("Say something!");
  await anna.page.reload();
  await expect(talk).toBeVisible();
  await expect(talk).not.toContainText("goat");
  await expect(talk).not.toContainText("Say something!");
  await expect(talk).not.toContainText("Ha ha!");
  await anna.press(anna.page.getByRole("button", { name: "Table and settings" }));
  await more("Show what Ben says");
  await anna.page.keyboard.press("Escape");
  await expect(talk).toContainText("goat");
  await expect(talk).toContainText("Ha ha!");
});

test(
  "a rude player can be muted and reported before the game begins",
  { tag: "@smoke" },
  async ({ person }) => {
    const [anna, ben] = [await person("Anna"), await person("Ben")];
    const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
    const path = `/t/${await openTable(anna, setup)}`;
    await anna.open(path);
    await sit(ben, path);
    const say = ben.page.getByRole("textbox", { name: "Say something" });
    await say.fill("You play like a goat!");
    await ben.press(ben.page.getByRole("button", { name: "Send", exact: true }));
    const talk = anna.page.getByRole("log", { name: "Talk" });
    await expect(talk).toContainText("goat");
    await choose(anna, "Ben", "Mute Ben");
    await expect(talk).not.toContainText("goat");
    await choose(anna, "Ben", "Report Ben");
    await anna.page.getByRole("textbox", { name: "What happened" }).fill("He insults me.");
    await anna.press(anna.page.getByRole("button", { name: "Send the report" }));
    await expect(anna.page.getByText("Thank you. The operator will look at it.").first()).toBeVisible();
  },
);
