// Every window: in each phase of both games, what a player needs is whole, and the cities or the market have their share.
import type { Page } from "@playwright/test";
import { painted, shows } from "./fixtures/controls";
import { HAS_ENGINE } from "./fixtures/engines";
import { lateTable } from "./fixtures/late";
import { cutOff, sticksOut } from "./fixtures/legible";
import { attend, besideOthers, news } from "./fixtures/news";
import { LANGUAGES, wordsIn } from "./fixtures/screens";
import { openTable, resultShown, sit, type Setup } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { faultsIn, faultsWithLargeText, type Rights } from "./fixtures/windows";

/** The widest name that is possible. */
const WIDE = "W".repeat(24);

const word = wordsIn("en");
const button = (page: Page, key: string) => page.getByRole("button", { name: word(key), exact: true });

/** The parts of a game's board, as selectors. */
interface Parts {
  board: string;
  /** The places that can be pressed in a lesson. */
  spots: string;
}

/** The faults of a game's end: its result and its counting. */
async function faultsOfTheEnd(page: Page): Promise<string[]> {
  await resultShown(page);
  const result = { whole: [], lines: "main > .title, .next" };
  const found = await faultsIn(page, "end", result);
  found.push(...(await faultsWithLargeText(page, "end", { whole: [".next .button"], lines: "" })));
  await button(page, "counting_again").click();
  await button(page, "counting_pause").click();
  const counting: Rights = {
    whole: ["[data-testid=skip]"],
    apart: ".counting .main > li > *, .counting :is(.now, .numbers, .others, .ways)",
    lines: "[data-testid=counting]",
  };
  found.push(...(await faultsIn(page, "counting begins", counting)));
  for (const step of ["one", "two"]) {
    await button(page, "counting_next").click();
    found.push(...(await faultsIn(page, `counting, step ${step}`, counting)));
  }
  found.push(...(await faultsWithLargeText(page, "counting", counting)));
  return found;
}

/** The faults of a game's replay and its analysis, and of lessons from mistakes. */
async function faultsOfTheReplay(page: Page, parts: Parts): Promise<string[]> {
  const found: string[] = [];
  // The verdict, the words and the buttons need room as well, and a board that is larger than its room can be scrolled.
  const board = { is: parts.board, least: 0.12 };
  await page.locator(parts.board).first().waitFor();
  const replay: Rights = { whole: [".scrubber .primary"], board, lines: "header, footer" };
  found.push(...(await faultsIn(page, "replay", replay)));
  found.push(...(await faultsWithLargeText(page, "replay", replay)));

  await button(page, "look_open").click();
  await page.getByTestId("verdict").waitFor({ state: "attached" });
  await page.locator("progress").waitFor({ state: "detached", timeout: 120_000 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator("[data-mark-is]").waitFor();
  const analysis: Rights = { ...replay, whole: [".verdict .cost", ".verdict .move", ".scrubber .primary"] };
  found.push(...(await faultsIn(page, "analysis", analysis)));
  found.push(...(await faultsWithLargeText(page, "analysis", replay)));

  await page.setViewportSize({ width: 1280, height: 800 });
  await button(page, "look_learn").click();
  const practice = page.getByTestId("practice");
  await practice.waitFor();
  const lesson: Rights = {
    whole: [".practice .question", ".practice .button", parts.spots],
    board,
    lines: ".practice",
    scrolled: true,
  };
  found.push(...(await faultsIn(page, "lesson", lesson)));
  found.push(...(await faultsWithLargeText(page, "lesson", { whole: [".practice .button"], lines: "" })));
  await button(page, "look_learn_answer").click();
  found.push(...(await faultsIn(page, "solution", { ...lesson, whole: [".practice .button"] })));
  return found;
}

test("Between Two Cities fits into every window", { tag: "@all" }, async ({ person }) => {
  test.setTimeout(600_000);
  const [anna, ben, cleo] = [await person("Anna"), await person(WIDE), await person("Christopher")];
  const { page } = anna;
  const setup = { game: "between-two-cities", variant: "standard", players: 3, bots: 0 } as const;
  const code = await besideOthers(anna, [ben, cleo], setup);
  await anna.press(page.getByRole("button", { name: "Start" }));
  await expect(page.getByTestId("btc-play")).toBeVisible();
  const asks = ["[data-testid=btc-question]", "button.hint"];
  const cities = (least: number) => ({ is: ".plot, .tab", least });
  const choosing: Rights = { whole: [...asks, ".hand button", ".go"], board: cities(0.3), lines: "main" };
  const placing: Rights = {
    whole: [...asks, ".tray .tile", ".go", "button.spot:not(.far)"],
    board: cities(0.45),
    spots: "button.spot:not(.far)",
    lines: "main",
  };
  const watching: Rights = { whole: [asks[0] ?? ""], board: cities(0.3), lines: "main" };
  const found: string[] = [];
  const sweep = async (phase: string, rights: Rights): Promise<void> => {
    await page.locator("[data-announcement]").waitFor({ state: "detached" });
    found.push(...(await faultsIn(page, phase, rights)));
  };
  const large = async (phase: string, rights: Rights): Promise<void> => {
    found.push(...(await faultsWithLargeText(page, phase, rights)));
  };

  await page.locator(".hand button").first().waitFor();
  await sweep("choosing", choosing);
  await large("choosing", choosing);
  for (const n of [0, 1]) await page.locator(".hand button").nth(n).click();
  await sweep("chosen", choosing);
  await page.locator("button.hint").click();
  await page.locator("button.hint.on").waitFor();
  await sweep("a hint for choosing", { ...choosing, whole: [...asks, ".advice button", ".go"] });
  await news(ben, code, { what: "move" });
  await news(cleo, code, { what: "move" });
  await shows(page, await news(anna, code, { what: "move" }));
  await page.locator("button.spot").first().waitFor();
  await sweep("placing", placing);
  await large("placing", placing);
  await page.locator("button.hint").click();
  await page.locator("button.hint.on").waitFor();
  await sweep("a hint for placing", { ...placing, whole: [...asks, ".advice button"] });
  await page.locator("button.hint").click();
  await page.locator("button.spot:not(.far)").first().click();
  await page.locator("[data-draft]").waitFor();
  await sweep("a draft", placing);
  await shows(page, await news(ben, code, { what: "propose-own" }));
  await shows(page, await news(cleo, code, { what: "propose-own" }));
  await sweep("proposals", { ...placing, whole: [...placing.whole, ".answers button"] });
  await news(anna, code, { what: "move" });
  await shows(page, await news(anna, code, { what: "move" }));
  await sweep("waiting", watching);

  const dan = await person("Dan");
  await dan.open(`/t/${code}`);
  await dan.page.locator(".plot").first().waitFor();
  await dan.page.locator("[data-announcement]").waitFor({ state: "detached" });
  found.push(...(await faultsIn(dan.page, "watching", watching)));
  found.push(...(await faultsWithLargeText(dan.page, "watching", watching)));
  expect(found).toEqual([]);
});

test("Point City fits into every window", { tag: "@all" }, async ({ person }) => {
  test.setTimeout(600_000);
  const [anna, ben] = [await person("Anna"), await person(WIDE)];
  const { page } = anna;
  const code = await openTable(anna, { game: "point-city", variant: "standard", players: 3, bots: 1 });
  await sit(ben, `/t/${code}`);
  await ben.open("/");
  await attend(ben, code);
  await anna.open(`/t/${code}`);
  await anna.press(page.getByRole("button", { name: "Start" }));
  const question = page.getByTestId("question");
  await question.waitFor();
  const asks = ["[data-testid=question]", ".cell .card"];
  const market = { is: ".market .cells", least: 0.3 };
  const found: string[] = [];
  const sweep = async (phase: string, rights: Rights): Promise<void> => {
    found.push(...(await faultsIn(page, phase, rights)));
  };
  const large = async (phase: string, rights: Rights): Promise<void> => {
    found.push(...(await faultsWithLargeText(page, phase, rights)));
  };
  const watching: Rights = { whole: asks, board: market, lines: "main" };

  const mine = page.locator(".question.mine");
  if ((await mine.count()) > 0) await shows(page, await news(anna, code, { what: "move" }));
  await sweep("waiting", watching);
  await shows(page, await news(ben, code, { what: "move" }));
  await mine.waitFor();
  const choosing: Rights = { whole: [...asks, "button.hint", ".deck"], board: market, lines: "main" };
  await sweep("choosing", choosing);
  await large("choosing", choosing);
  await page.locator("button.hint").click();
  const hint = page.locator(".over button");
  await hint.first().waitFor();
  await sweep("a hint", { whole: ["[data-testid=question]", ".over button"], lines: "main" });
  await hint.first().click();
  await page.getByTestId("pc-panel").waitFor();
  const pair: Rights = {
    whole: ["[data-testid=question]", "[data-testid=pc-panel] button"],
    lines: "main",
  };
  await sweep("a pair", pair);
  await large("a pair", { ...pair, whole: ["[data-testid=pc-panel] .primary"] });
  await page.keyboard.press("Escape");

  const dan = await person("Dan");
  await dan.open(`/t/${code}`);
  await dan.page.locator(".market .cells").waitFor();
  found.push(...(await faultsIn(dan.page, "watching", watching)));
  found.push(...(await faultsWithLargeText(dan.page, "watching", watching)));
  expect(found).toEqual([]);
});

test("a first game is begun without scrolling in low windows", async ({ person }) => {
  const windows = ["667x375", "740x360", "844x390", "1280x600", "1280x640"];
  const found: string[] = [];
  for (const language of LANGUAGES) {
    const zoe = await person("Zoë", { context: { locale: language } });
    const { page } = zoe;
    await zoe.open("/");
    const play = "article:first-child .now .primary";
    await page.locator(play).and(page.locator(":enabled")).waitFor();
    found.push(...(await faultsIn(page, `home, ${language}`, { whole: [play], lines: "" }, windows)));
    await page.locator("article .now .line").last().click();
    const choices = "dialog[open] [role=radiogroup]";
    await page.locator(choices).first().waitFor();
    const sheet: Rights = { whole: [choices, "dialog[open] .play button"], lines: "dialog[open] .body" };
    found.push(...(await faultsIn(page, `the choice, ${language}`, sheet, windows)));
  }
  expect(found).toEqual([]);
});

const GAMES: { name: string; setup: Setup; moves: number; parts: Parts }[] = [
  {
    name: "Between Two Cities",
    setup: { game: "between-two-cities", variant: "standard", players: 3 },
    moves: 21,
    parts: { board: ".plot", spots: ".hand button, button.spot:not(.far)" },
  },
  {
    name: "Point City",
    setup: { game: "point-city", variant: "solo-hard", players: 1 },
    moves: 17,
    parts: { board: ".market .cells", spots: ".cell .card" },
  },
];

for (const { name, setup, moves, parts } of GAMES) {
  test(`${name} fits into every window when it is over`, { tag: "@all" }, async ({ person }) => {
    test.setTimeout(600_000);
    const zoe = await person("Zoë");
    const code = await lateTable(zoe, setup, moves);
    await zoe.open(`/t/${code}`);
    const found = await faultsOfTheEnd(zoe.page);
    if (HAS_ENGINE) {
      await zoe.open(`/r/${code}#s=14`);
      found.push(...(await faultsOfTheReplay(zoe.page, parts)));
    }
    expect(found).toEqual([]);
  });
}

test("the home page and the lobby have room for the widest name", async ({ person }) => {
  const zoe = await person(WIDE);
  const { page } = zoe;
  const market = { game: "point-city", variant: "standard", players: 2 } as const;
  const [lobby] = [await openTable(zoe, { ...market, bots: 0 }), await openTable(zoe, market)];
  const found: string[] = [];
  for (const path of ["/", `/t/${lobby}`]) {
    await zoe.open(path);
    await page.locator("article .primary:enabled, .start .primary").first().waitFor();
    for (const width of [320, 360, 390, 414, 430, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await painted(page);
      const faults = [...(await page.evaluate(sticksOut)), ...(await page.evaluate(cutOff))];
      // A name may end in an ellipsis.
      const grave = faults.filter((fault) => !fault.includes(".name"));
      found.push(...grave.map((fault) => `${path}, ${width} px wide: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});
