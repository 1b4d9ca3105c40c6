// The date of an evening: the host sets it, everybody sees it in their own time zone, and their calendar takes it.
import { readFile } from "node:fs/promises";
import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

test("a table has a time, in the time zone of each", { tag: "@phone" }, async ({ person }) => {
  const anna = await person("Anna", { context: { timezoneId: "Europe/Budapest" } });
  const ben = await person("Ben", { context: { timezoneId: "America/New_York" } });
  const code = await openTable(anna, { game: "point-city", variant: "standard", players: 3, bots: 0 });
  await anna.open(`/t/${code}`);
  await sit(ben, `/t/${code}`);
  const [ofAnna, ofBen] = [anna, ben].map(({ page }) => page.getByRole("region", { name: "When you meet" }));
  if (!ofAnna || !ofBen) throw new Error("two people");
  await expect(ofBen).toHaveCount(0);

  // A time that has passed is refused at its field.
  await anna.press(ofAnna.getByRole("button", { name: "Agree on a time" }));
  const field = ofAnna.getByLabel("Date and time");
  await field.fill("2020-01-01T20:00");
  await anna.press(ofAnna.getByRole("button", { name: "Set", exact: true }));
  await expect(ofAnna.getByRole("alert")).toHaveText("Choose a time within the next 366 days.");
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await field.fill(`${day}T20:00`);
  await anna.press(ofAnna.getByRole("button", { name: "Set", exact: true }));
  await expect(ofAnna.getByRole("time")).toContainText(/0?8:00.PM/);
  await expect(ofBen.getByText("In your time zone, America/New York.")).toBeVisible();
  await expect(ofBen.getByRole("time")).not.toContainText("8:00");
  const at = Date.parse((await ofBen.getByRole("time").getAttribute("datetime")) ?? "");
  expect(new Date(at).toLocaleString("sv", { timeZone: "Europe/Budapest" })).toBe(`${day} 20:00:00`);

  const saved = async (): Promise<string> => {
    const download = ben.page.waitForEvent("download");
    await ben.press(ofBen.getByRole("button", { name: "Add to calendar" }));
    expect((await download).suggestedFilename()).toBe(`townhall-${code}.ics`);
    return readFile(await (await download).path(), "utf8");
  };
  const valueOf = (file: string, name: string): string =>
    new RegExp(`^${name}:(.*)\r$`, "m").exec(file)?.[1] ?? "";
  const first = await saved();
  expect(valueOf(first, "DTSTART")).toBe(new Date(at).toISOString().replace(/[-:]|\.000/g, ""));

  // Ben's list says it; another time changes the entry of his calendar.
  await anna.press(ofAnna.getByRole("button", { name: "Change the time" }));
  await expect(field).toHaveValue(`${day}T20:00`);
  await field.fill(`${day}T21:30`);
  await anna.press(ofAnna.getByRole("button", { name: "Set", exact: true }));
  await expect(ofBen.getByRole("time")).toHaveAttribute("datetime", new Date(at + 5_400_000).toISOString());
  const second = await saved();
  expect(valueOf(second, "UID")).toBe(valueOf(first, "UID"));
  expect(Number(valueOf(second, "SEQUENCE"))).toBeGreaterThan(Number(valueOf(first, "SEQUENCE")));
  await ben.open("/");
  const card = ben.page
    .getByRole("region", { name: "Your tables" })
    .getByRole("link", { name: /Point City/ });
  await expect(card).toContainText(/:30/);

  await anna.press(ofAnna.getByRole("button", { name: "Remove the time" }));
  await expect(ofAnna.getByRole("button", { name: "Agree on a time" })).toBeVisible();
  await ben.open("/");
  await expect(card).not.toContainText(/:30/);
});
