import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

test("a refused option returns to its present value, and quick changes keep each other", async ({
  person,
}) => {
  const anna = await person("Anna");
  const { page } = anna;
  interface Configure {
    type: string;
    players: number;
    options: { pace: string };
  }
  let answers: "refused" | "done" | "late" = "refused";
  const late: { action: Configure; pass: () => void }[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, action } = JSON.parse(String(text)) as { id: string; action: Configure };
      if (answers === "done" || action.type !== "configure") return server.send(text);
      if (answers === "late") return void late.push({ action, pass: () => server.send(text) });
      socket.send(JSON.stringify({ type: "refused", id, refusal: { code: "not-host", message: "" } }));
    });
  });
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1 } as const;
  await anna.open(`/t/${await openTable(anna, setup)}`);
  await anna.press(page.getByText("More options"));
  const pace = page.getByRole("radiogroup", { name: "Time to think" });
  await anna.press(pace.getByRole("radio", { name: "30 seconds" }));
  await expect(page.getByText("Only the host can do this.").last()).toBeVisible();
  await expect(pace.getByRole("radio", { name: "No time limit" })).toBeChecked();
  answers = "done";
  await anna.press(pace.getByRole("radio", { name: "30 seconds" }));
  await expect(pace.getByRole("radio", { name: "30 seconds" })).toBeChecked();
  await expect(page.getByText("When time is up, a bot decides.")).toBeVisible();

  // A second change before the answer to the first keeps it.
  answers = "late";
  await anna.press(pace.getByRole("radio", { name: "No time limit" }));
  const size = page.getByRole("radiogroup", { name: "How many play?" });
  await anna.press(size.getByRole("radio", { name: "4" }));
  await expect.poll(() => late.length).toBe(2);
  expect(late[1]?.action).toMatchObject({ players: 4, options: { pace: "untimed" } });
  for (const { pass } of late) pass();
  await expect(page.getByRole("region", { name: /^At the table/ }).getByRole("listitem")).toHaveCount(4);
  await expect(pace.getByRole("radio", { name: "No time limit" })).toBeChecked();
});

test("guests are told what the host changes", { tag: "@smoke" }, async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await sit(ben, path);
  const how = ben.page.getByRole("region", { name: "How we play" });
  await expect(how.getByText(/^Changed/)).toHaveCount(0);
  await anna.press(anna.page.getByText("More options"));
  const pace = anna.page.getByRole("radiogroup", { name: "Time to think" });
  await anna.press(pace.getByRole("radio", { name: "30 seconds" }));
  await expect(how.getByText("Changed: Time to think: 30 seconds")).toBeVisible();
  await anna.press(
    anna.page.getByRole("radiogroup", { name: "How many play?" }).getByRole("radio", { name: "4" }),
  );
  await expect(how.getByText("Changed: 4 players")).toBeVisible();
  await expect(anna.page.getByText(/^Changed/)).toHaveCount(0);
});

test("on a phone the host begins from anywhere, and the talk comes below what one sets", async ({
  person,
}) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const { page } = anna;
  await page.setViewportSize({ width: 360, height: 640 });
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1 } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  const start = page.getByRole("button", { name: "Start", exact: true });
  await expect(start).toBeDisabled();
  const how = page.getByRole("region", { name: "How we play" });
  await how.scrollIntoViewIfNeeded();
  const foot = async (): Promise<number> => {
    const { y, height } = (await start.boundingBox()) ?? { y: 640, height: 0 };
    return y + height;
  };
  const before = await foot();
  expect(before).toBeLessThanOrEqual(640);
  await sit(ben, path);
  await expect(start).toBeEnabled();
  expect(await foot()).toBeCloseTo(before, 0);
  const talk = await page.getByRole("region", { name: "Talk", exact: true }).boundingBox();
  const above = await how.boundingBox();
  expect(talk?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test(
  "no chair moves when a guest enters a name, and bots say their temperament",
  { tag: "@smoke" },
  async ({ person }) => {
    const [anna, ben] = [await person("Anna"), await person("Ben", { nameless: true })];
    const setup = { game: "between-two-cities", variant: "standard", players: 4, bots: 2 } as const;
    await ben.open(`/t/${await openTable(anna, setup)}`);
    const { page } = ben;
    const bots = page.getByRole("listitem").filter({ hasText: "bot, " });
    await expect(bots).toHaveCount(2);
    for (const bot of await bots.all()) await expect(bot).toContainText(/generous|stubborn|cautious|quick/);
    const chair = page.getByRole("button", { name: "Sit here" }).first();
    const before = await chair.boundingBox();
    await page.getByRole("textbox", { name: "What should the others call you?" }).fill("Ben");
    await ben.press(page.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByText("The others call you Ben.")).toBeVisible();
    expect(await chair.boundingBox()).toEqual(before);
  },
);
