import { violations } from "./fixtures/accessible";
import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

async function openDevices(who: Person): Promise<void> {
  await who.press(who.page.getByRole("button", { name: /Change name and colour|Your name/ }));
  await who.press(who.page.getByRole("button", { name: "Play on another device" }));
}

test(
  "a phone becomes the same player by a code, and is signed out again",
  { tag: ["@phone", "@smoke"] },
  async ({ person }) => {
    const anna = await person("Anna");
    await anna.open("/");
    await openDevices(anna);
    await anna.press(anna.page.getByRole("button", { name: "Show a code" }));
    const code = await anna.page.getByTestId("device-code").innerText();
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);

    // The link of the QR code asks first: the code could be another person's.
    const phone = await person("Phone", { nameless: true });
    await phone.open(`/#device=${code}`);
    const use = phone.page.getByRole("button", { name: "Use this code" });
    await expect(phone.page.getByRole("textbox", { name: "Code from the other device" })).toHaveValue(code);
    await expect(phone.page).toHaveURL(`${phone.origin}/`);
    await phone.press(use);
    await expect(phone.page.getByRole("button", { name: /^Anna/ })).toBeVisible();
    await openDevices(phone);
    await expect(phone.page.getByRole("listitem").filter({ hasText: "this one" })).toHaveCount(1);

    // Used once, it is void.
    const late = await person("Late", { nameless: true });
    await late.open("/");
    await openDevices(late);
    await late.page.getByRole("textbox", { name: "Code from the other device" }).fill(code.toLowerCase());
    await late.press(late.page.getByRole("button", { name: "Use this code" }));
    await expect(late.page.getByText("There is no such code, or it has run out.").first()).toBeVisible();

    await anna.page.reload();
    await openDevices(anna);
    const other = anna.page
      .getByRole("listitem")
      .filter({ hasText: "Sign out" })
      .filter({ hasNotText: "this one" });
    await anna.press(other.getByRole("button"));
    await expect(anna.page.getByText("Signed out.").first()).toBeVisible();
    await phone.page.reload();
    await expect(phone.page.getByRole("button", { name: "Your name" })).toBeVisible();

    // Her data is hers: to take along, and to delete.
    await anna.page.keyboard.press("Escape");
    await anna.press(anna.page.getByRole("button", { name: /^Anna/ }));
    await anna.press(anna.page.getByRole("button", { name: "Download or delete your data" }));
    const download = anna.page.waitForEvent("download");
    await anna.press(anna.page.getByRole("button", { name: "Download", exact: true }));
    expect((await download).suggestedFilename()).toBe("townhall.jsonl");
    await anna.press(anna.page.getByRole("button", { name: "Delete everything" }));
    await anna.press(anna.page.getByRole("button", { name: "Yes, forget me" }));
    await expect(anna.page.getByRole("button", { name: "Your name" })).toBeVisible();
  },
);

test("a passkey and codes on paper bring back who lost the browser", async ({ person, server }) => {
  // Passkeys are for hosts with a name.
  const origin = server.origin.replace("127.0.0.1", "localhost");
  const anna = await person("Anna", { at: { origin } });
  const { page, context } = anna;
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const sheet = page.getByRole("dialog");
  const openKeep = async (): Promise<void> => {
    await anna.press(page.getByRole("button", { name: /Change name and colour|Your name/ }));
    await anna.press(
      page.getByRole("button", { name: /^(Keep your name and games|I have played here before)$/ }),
    );
  };
  /** Goes to a button of the sheet by the keyboard, and presses it. */
  const pressByKeys = async (name: string | RegExp): Promise<void> => {
    const button = sheet.getByRole("button", { name });
    for (let steps = 0; steps < 20; steps += 1) {
      if (await button.evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await anna.open("/");
  await openKeep();
  await pressByKeys("Add a passkey");
  await expect(sheet.getByRole("listitem").filter({ hasText: "Passkey added" })).toBeVisible();
  // The authenticator has one already.
  await anna.press(sheet.getByRole("button", { name: "Add a passkey" }));
  await expect(page.getByText("This device has a passkey of yours already.").first()).toBeVisible();
  await pressByKeys("Make three codes");
  const paper = sheet.getByTestId("paper-codes").locator(".code");
  await expect(paper).toHaveCount(3);
  const codes = await paper.allInnerTexts();
  expect(await violations(page)).toEqual([]);
  // Only the codes are printed.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Print", { exact: true })).toBeHidden();
  await expect(page.getByText(codes[0] ?? "")).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  await context.clearCookies();
  await page.reload();
  await openKeep();
  await anna.press(sheet.getByRole("button", { name: "Sign in by a passkey" }));
  await expect(page.getByRole("button", { name: /^Anna/ })).toBeVisible();

  // A link, as the operator hands it out, fills in its code and waits.
  await context.clearCookies();
  await page.goto("about:blank");
  await anna.open(`/#recover=${codes[1] ?? ""}`);
  const field = sheet.getByRole("textbox", { name: "Code on paper or from a link" });
  await expect(field).toHaveValue(codes[1] ?? "");
  await expect(page).toHaveURL(`${origin}/`);
  await field.fill((codes[1] ?? "").toLowerCase().replaceAll("-", " "));
  await field.press("Enter");
  await expect(sheet.getByRole("status")).toHaveText("You are Anna again. Unused codes: 2 of 3.");
  await pressByKeys("Go on");
  await expect(page.getByRole("button", { name: /^Anna/ })).toBeVisible();
  await openKeep();
  const happened = sheet.getByRole("list").last().getByRole("listitem").first();
  await expect(happened).toContainText("Signed in by a code on paper");
  await pressByKeys(/^Remove/);
  await expect(happened).toContainText("Passkey removed");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});
