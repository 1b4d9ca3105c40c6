// Inviting people with whom one has played before, without a link.
import { makeMoves } from "./fixtures/late";
import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

const SETUP = { game: "point-city", variant: "standard", bots: 0 } as const;
/** How many moves a game of Point City takes each. */
const WHOLE = 17;

test("a friend is invited with one tap, comes or declines", { tag: "@phone" }, async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const met = await openTable(anna, { ...SETUP, players: 2 });
  await sit(ben, `/t/${met}`);
  await anna.open(`/t/${met}`);
  const openSheet = () => anna.press(anna.page.getByRole("button", { name: "Invite people you know" }));
  const sheet = anna.page.getByRole("dialog", { name: "People you played with" });
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  await expect(anna.page.getByTestId("point-city")).toBeVisible();
  await makeMoves([anna, ben], met, WHOLE);

  const code = await openTable(anna, { ...SETUP, players: 3 });
  await anna.open(`/t/${code}`);
  await openSheet();
  await anna.press(sheet.getByRole("button", { name: "Invite Ben" }));
  await expect(sheet.getByText("Invited")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.getByText("kept for Ben, who has not come yet")).toBeVisible();
  // The host takes it back, and makes it again.
  await anna.press(anna.page.getByRole("button", { name: "Take back the invitation of Ben" }));
  await expect(anna.page.getByText("kept for Ben, who has not come yet")).toHaveCount(0);
  await openSheet();
  await anna.press(sheet.getByRole("button", { name: "Invite Ben" }));
  await expect(sheet.getByText("Invited")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  // Bots take the other chair first.
  await anna.press(anna.page.getByRole("button", { name: "Fill with bots" }));
  await expect(anna.page.getByRole("heading", { name: "At the table: 2 of 3" })).toBeVisible();

  await ben.open("/");
  await ben.press(ben.page.getByRole("link", { name: /Anna invites you/ }));
  await expect(ben.page.getByRole("button", { name: "Stand up" })).toBeVisible();
  await expect(anna.page.getByRole("heading", { name: "At the table: 3 of 3" })).toBeVisible();

  // Nobody can invite a person who has muted them.
  await ben.press(ben.page.getByRole("button", { name: "More about Anna" }));
  const muted = ben.page.waitForResponse(/\/mutes$/);
  await ben.press(ben.page.getByRole("menuitem", { name: "Mute Anna" }));
  expect((await muted).status()).toBe(204);
  await ben.press(ben.page.getByRole("button", { name: "Stand up" }));
  await openSheet();
  await expect(sheet.getByText("People who finish a game with you here")).toBeVisible();
});
