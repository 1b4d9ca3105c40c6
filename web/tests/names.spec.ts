// A guest plays under the name that they enter, whichever page they enter it on.
import type { Locator } from "@playwright/test";
import type { Person } from "./fixtures/person";
import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

async function save(form: Locator): Promise<void> {
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect(form).toBeHidden();
}

/** In the invitation, before or after sitting down. */
async function answerTheQuestion({ page }: Person): Promise<void> {
  const question = page.getByRole("textbox", { name: "What should the others call you?" });
  await question.fill("Cleo");
  await save(page.locator("form").filter({ has: question }));
}

/** In the header, which the home page and the lobby share. */
async function changeTheName({ page }: Person): Promise<void> {
  await page.locator(".settings > button").first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Cleo");
  await save(sheet);
}

const sitDown = (person: Person) =>
  person.press(person.page.getByRole("button", { name: "Sit here" }).first());

const WAYS: { title: string; go: (person: Person, path: string) => Promise<void> }[] = [
  {
    title: "in the invitation before sitting down",
    go: async (person, path) => {
      await person.open(path);
      await answerTheQuestion(person);
      await sitDown(person);
    },
  },
  {
    title: "in the invitation after sitting down",
    go: async (person, path) => {
      await person.open(path);
      await sitDown(person);
      await answerTheQuestion(person);
    },
  },
  {
    title: "in the lobby's header before sitting down",
    go: async (person, path) => {
      await person.open(path);
      await person.page.getByRole("button", { name: "Sit here" }).first().waitFor();
      await changeTheName(person);
      await sitDown(person);
    },
  },
  {
    title: "on the home page, and comes by the code",
    go: async (person, path) => {
      await person.open("/");
      await changeTheName(person);
      await person.page.getByRole("textbox", { name: "Join with a code" }).fill(path.split("/").at(-1) ?? "");
      await person.press(person.page.getByRole("button", { name: "Join", exact: true }));
      await sitDown(person);
    },
  },
];

for (const { title, go } of WAYS) {
  test(`the name is the guest's at the table, for all: entered ${title}`, async ({ person }) => {
    const [anna, guest] = [await person("Anna"), await person("Cleo", { nameless: true })];
    const path = `/t/${await openTable(anna, { game: "point-city", variant: "standard", players: 2, bots: 0 })}`;
    await anna.open(path);
    await go(guest, path);
    for (const { page } of [anna, guest])
      await expect(page.getByRole("listitem").filter({ hasText: "Cleo" })).toBeVisible();
    await anna.press(anna.page.getByRole("button", { name: "Start" }));
    await expect(anna.page.getByTestId("point-city")).toContainText("Cleo");
    // The result and the preview of the link take their names from the table.
    const card = await (
      await anna.context.request.get(`${anna.origin}/api${path.replace("/t/", "/tables/")}`)
    ).text();
    expect(card).toContain("Cleo");
  });
}

test("a name that the server refuses is refused at its field, until it is changed", async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open("/");
  await zoe.press(page.locator(".settings > button").first());
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true });
  await field.fill("\u200b");
  await zoe.press(page.getByRole("button", { name: "Save", exact: true }));
  await expect(field).toHaveAccessibleDescription(/visible/);
  await expect(page.locator(".toasts p")).toHaveCount(0);
  await field.fill("Mia");
  await expect(field).toHaveAccessibleDescription("");
});
