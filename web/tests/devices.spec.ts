import { expect, test } from "./fixtures/test";
import type { Person } from "./fixtures/person";

async function openDevices(who: Person): Promise<void> {
  await who.press(who.page.getByRole("button", { name: /Change name and colour|Your name/ }));
  await who.press(who.page.getByRole("button", { name: "Play on another device" }));
}

test(
  "a phone becomes the same player by a code, and is signed out again",
  { tag: "@phone" },
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
    const download = anna.page.waitForEvent("download");
    await anna.press(anna.page.getByRole("button", { name: "Download" }));
    expect((await download).suggestedFilename()).toBe("townhall.jsonl");
    await anna.press(anna.page.getByRole("button", { name: "Delete everything" }));
    await anna.press(anna.page.getByRole("button", { name: "Yes, forget me" }));
    await expect(anna.page.getByRole("button", { name: "Your name" })).toBeVisible();
  },
);
