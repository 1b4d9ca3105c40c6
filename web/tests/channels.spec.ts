// Notifications by email and webhook: added in the settings, sent, and switched off by the email alone.
import type { MyNotices } from "../src/lib/wire/protocol";
import { accessible } from "./fixtures/accessible";
import { HookServer } from "./fixtures/hook";
import { MailServer } from "./fixtures/mail";
import { GameServer } from "./fixtures/server";
import { DAYS, openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

let hook: HookServer;
let mail: MailServer;
let server: GameServer;
test.beforeEach(async () => {
  mail = await MailServer.open();
  hook = await HookServer.open();
  server = await GameServer.open(...mail.settings, "--set", `webhooks.origins=http://${hook.host}`);
});
test.afterEach(async () => {
  await server.close();
  await mail.close();
  await hook.close();
});

test("an email address is added and switched off again", { tag: "@phone" }, async ({ person }) => {
  const anna = await person("Anna", { at: server });
  const { page } = anna;
  await anna.open("/");
  await anna.press(page.getByRole("button", { name: "Settings", exact: true }));
  const press = (name: string) => anna.press(page.getByRole("button", { name, exact: true }));
  await press("Add an email address");
  const field = page.getByRole("textbox", { name: "Email address" });
  await expect(field).toBeFocused();
  await field.fill("anna@mail.example");
  await page.keyboard.press("Enter");
  const code = /^Subject: Your code for Townhall: (\d{6})\r?$/m.exec(await mail.next())?.[1] ?? "";
  const digits = page.getByRole("textbox", { name: "The six digits that we sent to anna@mail.example" });
  await expect(digits).toBeFocused();
  await digits.fill(code === "111111" ? "222222" : "111111");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not the code, or it has expired.").first()).toBeVisible();
  await digits.fill(code);
  await page.keyboard.press("Enter");
  const email = page.getByRole("group", { name: "anna@mail.example" });
  await expect(email).toBeVisible();

  // A webhook's secret is shown once, and it is changed and removed like an email address.
  await press("Add a webhook");
  await page.getByRole("textbox", { name: "URL of the webhook" }).fill(`http://${hook.host}/hook`);
  // The first message is not accepted there, so it is no chat service.
  hook.answer = 401;
  await page.getByLabel("Format").selectOption("Discord");
  await press("Add");
  await expect(page.getByText("Nothing can be sent there.").first()).toBeVisible();
  await page.getByLabel("Format").selectOption("Recognise by the address");
  await press("Add");
  await expect(page.getByRole("textbox", { name: "Secret of the webhook" })).toHaveValue(/^whsec_/);
  const webhook = page.getByRole("group", { name: hook.host });
  // Another receiver may have to learn the secret first. Then it is tried again.
  await expect(webhook.getByText("our message was not accepted (401 Unauthorized)")).toBeVisible();
  await accessible(anna);
  hook.answer = 204;
  await anna.press(webhook.getByRole("button", { name: "Try again" }));
  await expect(webhook.getByText("our message was not accepted")).toBeHidden();
  await anna.press(webhook.getByText("What is sent"));
  await anna.press(webhook.getByRole("switch", { name: "My turns in one message" }));
  await expect(webhook.getByLabel("Time", { exact: true })).toHaveValue("08:00");
  await webhook.getByLabel("Second time").fill("18:00");
  await expect
    .poll(async () => {
      const answer = await anna.context.request.get(`${anna.origin}/api/me/notices`);
      const { channels } = (await answer.json()) as MyNotices;
      return channels.at(-1)?.settings.digest?.times;
    })
    .toEqual([480, 1080]);
  await accessible(anna);
  await anna.press(webhook.getByRole("switch", { name: "It’s my turn" }));
  await expect(webhook.getByRole("switch", { name: "It’s my turn" })).not.toBeChecked();
  await anna.press(webhook.getByRole("button", { name: "Remove" }));
  await expect(webhook).toBeHidden();

  // No player looks at the table, and after a while the email comes. Its link asks; its button switches the kind off.
  const table = await openTable(anna, {
    game: "point-city",
    variant: "standard",
    players: 2,
    options: { pace: DAYS },
  });
  await expect
    .poll(async () => {
      const answer = await anna.context.request.get(`${anna.origin}/api/me/notices`);
      return ((await answer.json()) as MyNotices).log.map(({ reason }) => reason);
    })
    .toContain("turn");
  await server.later(180_000);
  const turn = await mail.next();
  expect(turn).toContain(`/t/${table}`);
  await page.goto(/^List-Unsubscribe: <(.+)>\r?$/m.exec(turn)?.[1] ?? "");
  await accessible(anna);
  await press("Stop these notifications");
  await expect(page.getByText("You won’t get notifications like this one any more.")).toBeVisible();
  await anna.open("/");
  await press("Settings");
  await anna.press(email.getByText("What is sent"));
  await expect(email.getByRole("switch", { name: "My turns in one message" })).toBeHidden();
  await expect(email.getByRole("switch", { name: "It’s my turn" })).not.toBeChecked();
  await expect(email.getByRole("switch", { name: "A game ends" })).toBeChecked();
});
