// Every window: in each phase of both games, what a player needs is whole, and the cities or the market have their share.
import { HAS_ENGINE } from "./fixtures/engines";
import { shows } from "./fixtures/controls";
import { lateTable } from "./fixtures/late";
import { attend, besideOthers, news } from "./fixtures/news";
import type { Person } from "./fixtures/person";
import { wordsIn } from "./fixtures/screens";
import { openTable, resultShown, sit, type Setup } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { faultsIn, type Rights } from "./fixtures/windows";

/** The widest name that is possible. */
const WIDE = "W".repeat(24);

const word = wordsIn("en");

/** The views of a game that is over: the bar of its result, its counting, and its replay. */
async function faultsAfterwards(zoe: Person, setup: Setup, moves: number, board: string): Promise<string[]> {
  const { page } = zoe;
  const code = await lateTable(zoe, setup, moves);
  await zoe.open(`/t/${code}`);
  await resultShown(page);
  const found = await faultsIn(page, "end", { whole: [], lines: ".title, .next" });
  await page.getByRole("button", { name: word("counting_again") }).click();
  await page.getByRole("button", { name: word("counting_pause") }).click();
  found.push(
    ...(await faultsIn(page, "counting", { whole: ["[data-testid=skip]"], lines: "[data-testid=counting]" })),
  );
  if (!HAS_ENGINE) return found;
  await zoe.open(`/r/${code}#s=14`);
  await page.locator(board).first().waitFor();
  found.push(...(await faultsIn(page, "replay", { whole: [".scrubber .primary"], lines: "main" })));
  return found;
}

test("Between Two Cities fits into every window", { tag: "@all" }, async ({ person }) => {
  test.setTimeout(600_000);
  const [anna, ben, cleo] = [await person("Anna"), await person(WIDE), await person("Christopher")];
  const { page } = anna;
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  const code = await besideOthers(anna, [ben, cleo], { ...setup, bots: 0 });
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

  await page.locator(".hand button").first().waitFor();
  await sweep("choosing", choosing);
  for (const n of [0, 1]) await page.locator(".hand button").nth(n).click();
  await sweep("chosen", choosing);
  await news(ben, code, { what: "move" });
  await news(cleo, code, { what: "move" });
  await shows(page, await news(anna, code, { what: "move" }));
  await page.locator("button.spot").first().waitFor();
  await sweep("placing", placing);
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

  found.push(...(await faultsAfterwards(anna, setup, 21, ".plot")));
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

  const mine = page.locator(".question.mine");
  if ((await mine.count()) > 0) {
    await shows(page, await news(anna, code, { what: "move" }));
  }
  await sweep("waiting", { whole: asks, board: market, lines: "main" });
  await shows(page, await news(ben, code, { what: "move" }));
  await mine.waitFor();
  const choosing: Rights = { whole: [...asks, "button.hint", ".deck"], board: market, lines: "main" };
  await sweep("choosing", choosing);
  expect(found).toEqual([]);
});
