import type { Locator } from "@playwright/test";
import type { Person } from "./fixtures/person";
import { openPane, openTable, sit } from "./fixtures/table";
import { GameServer } from "./fixtures/server";
import { LANGUAGES, speak } from "./fixtures/screens";
import { expect, test } from "./fixtures/test";
import { faultsIn } from "./fixtures/windows";
import { CityBuilder } from "./players/between-two-cities";

/** Some of the windows, phones first. */
const SOME = [
  "320x568",
  "360x560",
  "360x640",
  "390x844",
  "568x320",
  "640x360",
  "740x360",
  "768x1024",
  "1280x640",
];

/** Two people and a bot, about to choose for the first time. */
async function begun(anna: Person, ben: Person, pace = "untimed"): Promise<string> {
  const options = { pace };
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 1, options } as const;
  const path = `/t/${await openTable(anna, setup)}`;
  await anna.open(path);
  await ben.open(path);
  await ben.press(ben.page.getByRole("button", { name: "Sit here" }));
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of [anna, ben]) expect(await new CityBuilder(one).question()).toBe("choose");
  return path;
}

/** Whether an element reaches beyond the header, or beyond what clips it there. */
function cutOff(note: Locator): Promise<boolean> {
  return note.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const around = [element.closest("header"), element.closest(".news")].map((one) =>
      one?.getBoundingClientRect(),
    );
    return around.some((box) => !box || top < box.top || bottom > box.bottom);
  });
}

async function log(person: Person): Promise<ReturnType<Person["page"]["getByText"]>> {
  await openPane(person);
  const pane = person.page.getByRole("radiogroup", { name: "What is shown" });
  await person.press(pane.getByRole("radio", { name: "Log", exact: true }));
  return person.page.getByText("A bot plays on for Anna");
}

test("a player who leaves is replaced by a bot and can take the seat back", async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  await begun(anna, ben);
  await anna.press(anna.page.getByRole("button", { name: "Table and settings" }));
  await anna.press(anna.page.getByRole("button", { name: "Leave the game" }));
  await anna.press(anna.page.getByRole("button", { name: "Leave", exact: true }));
  await expect(anna.page.getByRole("heading", { name: "Your tables" })).toBeVisible();
  const left = anna.page.getByRole("region", { name: "Your tables" }).getByRole("link");
  await expect(left).toContainText("A bot plays for you");
  await expect(await log(ben)).toBeVisible();
  // The line begins a group, with the face of the player whom it is about.
  const entry = ben.page.getByRole("listitem").filter({ has: await log(ben) });
  await expect(entry.locator("svg.bot")).toBeVisible();

  // The bot has chosen: when Ben has as well, the game goes on.
  const [first, second] = [new CityBuilder(anna), new CityBuilder(ben)];
  await second.choose();
  expect(await second.question()).toBe("place");
  await second.build();
  expect(await second.question()).toBe("choose");

  await anna.press(anna.page.getByRole("region", { name: "Your tables" }).getByRole("link"));
  await expect(anna.page.getByText("A bot is playing for you.")).toBeVisible();
  const back = anna.page.getByRole("button", { name: "Take my seat back" });
  expect(await cutOff(back)).toBe(false);
  await anna.press(back);
  await expect(anna.page.getByText("A bot is playing for you.")).toBeHidden();
  await expect(ben.page.getByText("Anna is back.")).toBeVisible();
  // The choice that the bot had sealed may be changed.
  await first.hand.or(first.unseal).first().waitFor();
  if (await first.unseal.isVisible()) await anna.press(first.unseal);
  await first.choose();
  await second.choose();
  expect(await first.question()).toBe("place");
  // The list shows her two cities as she saw them.
  await anna.page.goBack();
  await expect(left).toContainText("Your turn");
  await expect(left.locator("svg rect")).toHaveCount(2);
  await expect(left.locator('svg use[href^="#btc-"]').nth(3)).toBeAttached();
});

test("a player for whom the others wait is reminded, once", async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  await ben.page.clock.install();
  await begun(anna, ben);
  await new CityBuilder(ben).choose();
  await ben.page.clock.fastForward(65_000);
  const remind = ben.page.getByRole("button", { name: /Anna.*1 min.*Remind Anna$/ });
  await ben.press(remind);
  await expect(remind).toBeDisabled();
  await expect(anna.page.getByRole("status").filter({ hasText: "Anna, it’s your turn!" })).toContainText(
    "Ben",
  );
});

test("a vote lets a bot play at once for a player who is away", async ({ person }) => {
  const at = await GameServer.open("--vote-after", "1");
  try {
    const [anna, ben, cleo] = [
      await person("Anna", { at }),
      await person("Ben", { at }),
      await person("Cleo", { at }),
    ];
    const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
    const path = `/t/${await openTable(anna, setup)}`;
    await anna.open(path);
    await sit(ben, path);
    await sit(cleo, path);
    await anna.press(anna.page.getByRole("button", { name: "Start" }));
    const [second, third] = [new CityBuilder(ben), new CityBuilder(cleo)];
    await second.question();
    await anna.page.goto("about:blank");
    // Her absence is shown as soon as one of the others waits.
    await second.choose();
    await third.choose();
    for (const { page } of [ben, cleo])
      await expect(page.getByText("Anna is away. The table waits.")).toBeVisible();
    await expect(ben.page.getByRole("region", { name: "Anna", exact: true })).toContainText("away");
    await ben.press(ben.page.getByRole("button", { name: "Let a bot play for Anna" }));
    await expect(cleo.page.getByText("1 of 2 votes")).toBeVisible();
    await expect(ben.page.getByRole("button", { name: "Let a bot play for Anna" })).toBeHidden();
    await cleo.press(cleo.page.getByRole("button", { name: "Let a bot play for Anna" }));
    await expect(await log(ben)).toBeVisible();
    expect(await second.question()).toBe("place");
    await anna.open(path);
    await anna.press(anna.page.getByRole("button", { name: "Take my seat back" }));
    await expect(ben.page.getByText("Anna is back.")).toBeVisible();
  } finally {
    await at.close();
  }
});

test("what one may do about someone who is away or slow is whole in every window", async ({ person }) => {
  test.setTimeout(300_000);
  const at = await GameServer.open("--vote-after", "1");
  try {
    const [anna, ben] = [await person("Anna", { at }), await person("Christopher", { at })];
    const { page } = anna;
    await page.clock.install();
    await begun(anna, ben);
    await new CityBuilder(anna).choose();
    const found: string[] = [];
    const sweep = async (phase: string, note: string[]): Promise<void> => {
      for (const part of note) await page.locator(part).waitFor();
      const whole = [...note, "header nav button", "[data-testid=btc-question]", ".go"];
      for (const language of LANGUAGES) {
        await speak(page, language);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await page.setViewportSize({ width: 320, height: 568 });
        await expect(page.locator(".awaited .line")).toBeVisible();
        await expect(page.locator("main:is([data-size=phone], [data-size=least])")).toBeVisible();
        found.push(
          ...(await faultsIn(page, `${phase}, ${language}`, { whole, lines: "header, .notes, main" }, SOME)),
        );
      }
    };

    await page.setViewportSize({ width: 360, height: 640 });
    await page.clock.fastForward(65_000);
    await sweep("slow", [".reminder button"]);
    await ben.page.goto("about:blank");
    await sweep("away", [".note p", ".note button"]);
    expect(found).toEqual([]);
  } finally {
    await at.close();
  }
});

test("a bot takes over when the time of grace is over", { tag: "@all" }, async ({ person }) => {
  const at = await GameServer.open("--grace", "4");
  try {
    const [anna, ben] = [await person("Anna", { at }), await person("Ben", { at })];
    const path = await begun(anna, ben, "relaxed");
    const second = new CityBuilder(ben);
    await second.choose();
    await expect(ben.page.getByRole("timer", { name: "Time left for Anna" })).toContainText(/^[A-Z]?1:\d\d$/);
    await anna.page.goto("about:blank");
    await expect(ben.page.getByText(/^Anna is away\. A bot takes over/)).toBeVisible();
    await expect(await log(ben)).toBeVisible();
    expect(await second.question()).toBe("place");
    await anna.open(path);
    await expect(anna.page.getByText("A bot is playing for you.")).toBeVisible();
    await anna.press(anna.page.getByRole("button", { name: "Take my seat back" }));
    await expect(ben.page.getByText("Anna is back.")).toBeVisible();
    // She plays on where the bot left off.
    await second.build();
    const first = new CityBuilder(anna);
    if ((await first.question()) === "place") await first.build();
    expect(await first.question()).toBe("choose");
  } finally {
    await at.close();
  }
});

test("two tabs of the same person show the same", { tag: "@smoke" }, async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const path = await begun(anna, ben);
  const page = await anna.context.newPage();
  await page.goto(anna.origin + path);
  const first = new CityBuilder(anna);
  const unseal = page.getByRole("button", { name: "Change my mind" });
  await first.choose();
  await expect(unseal).toBeVisible();
  await unseal.click();
  await expect(first.hand).not.toHaveCount(0);
  await expect(unseal).toBeHidden();
  // One tab is closed: Anna is still there, though all wait for her.
  await page.close();
  await new CityBuilder(ben).choose();
  await expect(ben.page.getByText(/^Anna is away/)).toBeHidden();
  await first.choose();
});

test("a spectator sees no hand and can do nothing", { tag: "@smoke" }, async ({ person }) => {
  const [anna, ben, carl] = [await person("Anna"), await person("Ben"), await person("Carl")];
  const path = await begun(anna, ben);
  const frames: string[] = [];
  carl.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(String(payload))),
  );
  await carl.open(path);
  await expect(carl.page.getByText("You are watching.")).toBeVisible();
  const first = new CityBuilder(anna);
  await first.choose();
  const chip = carl.page.locator("[data-chip]").filter({ hasText: "Anna" }).first();
  await expect(chip.locator(".down")).toHaveCount(2);
  await expect(chip.locator(".tiles [title]")).toHaveCount(0);
  await expect(carl.page.getByRole("group", { name: "Your hand" })).toHaveCount(0);
  await expect(carl.page.getByRole("textbox", { name: "Say something" })).toHaveCount(0);
  expect(frames.length).toBeGreaterThan(0);
  for (const frame of frames) expect(frame).not.toMatch(/"kind":"choose"|"my_sealed":\{/);
});
