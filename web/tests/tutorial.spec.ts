// A first game with explanations.
import { violations } from "./fixtures/accessible";
import { controls, moved, tooSmall } from "./fixtures/controls";
import { fixLocalDeals } from "./fixtures/deals";
import { Lessons, teachAt } from "./fixtures/lessons";
import { openTable } from "./fixtures/table";
import { Heard } from "./fixtures/heard";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** The lessons of every first game of Between Two Cities; proposals need bots that take their time. */
const CITIES = [
  ...[
    "cities",
    "hand",
    "keep",
    "lay",
    "other",
    "place",
    "passed",
    "duplex",
    "duplex-place",
    "round-3",
    "last",
  ],
  ...["shop", "factory", "tavern", "office", "park", "house", "lower", "box", "hint"],
];
/** The lessons of every first game of Point City; when a card can be paid for depends on the deal. */
const MARKET = "aim pair take refill rival flip price tokens hint deck late last".split(" ");

test(
  "a first game begins with one tap, follows what one does, goes on after a reload, and can be left",
  { tag: "@phone" },
  async ({ person }) => {
    const zoe = await person("Zoë", { nameless: true });
    const { page } = zoe;
    await page.setViewportSize({ width: 360, height: 640 });
    await fixLocalDeals(zoe.context);
    const lessons = new Lessons(page);
    await lessons.watch();
    await zoe.open("/");
    await zoe.press(page.getByRole("button", { name: /^Learn by playing\W+Between Two Cities$/ }));
    await expect(lessons.bar).toHaveAttribute("data-lesson", "cities");
    await expect(page.getByRole("status").filter({ hasText: "You build two cities" })).toBeVisible();
    await page.locator("[data-announcement]").waitFor({ state: "detached" });
    const elsewhere = async () => (await controls(page)).filter(({ name }) => !name.includes(" in ways "));

    // Nothing moves when the next lesson comes, and nothing is too small for a finger.
    const before = await elsewhere();
    await zoe.press(lessons.next);
    await expect(lessons.bar).toHaveAttribute("data-lesson", "hand");
    expect(moved(before, await elsewhere())).toEqual([]);
    expect(tooSmall(await controls(page))).toEqual([]);
    // The way on is a word near the thumb, below everything else.
    await expect(lessons.next).toHaveText("Next");
    const { y: top = 0 } = (await lessons.next.boundingBox()) ?? {};
    expect((await elsewhere()).filter(({ y, height }) => y + height > top)).toEqual([]);
    expect(await violations(page)).toEqual([]);

    // The lessons follow the player's actions, and what they ask for is marked on the board.
    const builder = new CityBuilder(zoe);
    const hand = page.locator(".hand");
    await expect(hand).toHaveCSS("outline-style", "solid");
    await zoe.press(builder.hand.nth(0));
    await zoe.press(builder.hand.nth(1));
    await expect(lessons.bar).toHaveAttribute("data-lesson", "keep");
    await expect(hand).toHaveCSS("outline-style", "none");
    await zoe.press(builder.seal);
    await expect(lessons.bar).toHaveAttribute("data-lesson", "lay");
    expect(await lessons.cutOff()).toBe("");
    await builder.lay();
    // Partners propose while the learner thinks.
    await expect(lessons.bar).toHaveAttribute("data-lesson", "proposal");
    expect(await lessons.cutOff()).toBe("");
    expect(tooSmall(await elsewhere())).toEqual([]);
    await zoe.press(page.locator(".tab:has(.asked)").first());
    await zoe.press(page.getByRole("button", { name: /^(Yes|Yes, lay it there)$/ }).first());
    await expect(lessons.bar).not.toHaveAttribute("data-lesson", "proposal");
    expect(await lessons.cutOff()).toBe("");

    // A reload goes on where it was.
    await page.reload();
    await expect(lessons.bar).toBeVisible();
    expect(await lessons.now()).not.toBe("cities");
    expect(await lessons.seen()).toEqual(
      expect.arrayContaining(["cities", "hand", "keep", "lay", "proposal"]),
    );

    // Without help the game is the same, and help does not come back.
    await zoe.press(page.getByRole("button", { name: "No more help?" }));
    await zoe.press(page.getByRole("menuitem", { name: "Play on without help" }));
    await expect(lessons.bar).toHaveCount(0);
    await page.reload();
    await expect(page.getByTestId("btc-play")).toBeVisible();
    await expect(lessons.bar).toHaveCount(0);
  },
);

test(
  "a first game of Between Two Cities by keyboard alone, to the end",
  { tag: "@all" },
  async ({ person }) => {
    const zoe = await person("Zoë", { hands: "keyboard" });
    const { page } = zoe;
    const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
    const code = await openTable(zoe, setup);
    await teachAt(page, setup.game, code);
    const lessons = new Lessons(page);
    await lessons.watch();
    const heard = new Heard(page);
    await heard.listen();
    await zoe.open(`/t/${code}`);
    const builder = new CityBuilder(zoe);
    for (let asked = await builder.question(); asked !== "over"; asked = await builder.question()) {
      // Later on, playing on dismisses the lesson.
      if (builder.answered < 2) await lessons.read(zoe);
      expect(await lessons.cutOff()).toBe("");
      // A screen reader reads all of it out.
      const told = await lessons.says();
      await expect.poll(() => heard.all()).toContain(told);
      await (asked === "choose" ? builder.choose() : builder.build());
    }
    await expect(lessons.end).toContainText("only the lower one counts");
    expect((await lessons.seen()).sort()).toEqual([...CITIES].sort());
    const end = await heard.all();
    expect(end).toContain("only the lower one counts");
    const winner = await builder.result.getByRole("heading").first().innerText();
    expect(end).toMatch(new RegExp(`${winner}.* 1\\. .*: \\d+ points\\. 2\\. .*: \\d+ points\\.`));
    // To the final board, where there are no lessons, and back.
    await zoe.press(page.getByRole("button", { name: "Look at the board" }));
    await expect(page.getByTestId("btc-play")).toBeVisible();
    await expect(lessons.bar).toHaveCount(0);
    await zoe.press(page.getByRole("button", { name: "To the result" }));
    await expect(builder.result).toBeVisible();
    await zoe.press(lessons.end.getByRole("button", { name: "Start a real game" }));
    await expect(page).not.toHaveURL(new RegExp(code));
    await expect(page.getByTestId("btc-play")).toBeVisible();
    await expect(lessons.bar).toHaveCount(0);
  },
);

test("a first game of Point City by touch, to the end", { tag: "@all" }, async ({ person }) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const zoe = await person("Zoë", { hands: "touch", context: phone });
  const { page } = zoe;
  const setup = { game: "point-city", variant: "standard", players: 2 } as const;
  const code = await openTable(zoe, setup);
  await teachAt(page, setup.game, code);
  const lessons = new Lessons(page);
  await lessons.watch();
  await zoe.open(`/t/${code}`);
  const mayor = new Mayor(zoe);
  while ((await mayor.question()) === "turn") {
    await lessons.read(zoe);
    expect(await lessons.cutOff()).toBe("");
    // One's own cards are in view while a lesson speaks.
    await expect(page.locator(".front")).toBeInViewport({ ratio: 0.99 });
    await mayor.answer();
  }
  await expect(lessons.end).toContainText("Your city counts");
  const seen = await lessons.seen();
  expect(MARKET.filter((lesson) => !seen.includes(lesson))).toEqual([]);
  expect(await violations(page, {}, '[data-testid="coach-end"]')).toEqual([]);
  await zoe.press(lessons.end.getByRole("button", { name: "Rules" }));
  await expect(page.getByTestId("rules")).toBeVisible();
});

test(
  "from the rules to a first game, and from there to a real one",
  { tag: "@smoke" },
  async ({ person }) => {
    const zoe = await person("Zoë", { nameless: true });
    const { page } = zoe;
    await zoe.open("/");
    await zoe.press(page.getByRole("article", { name: "Point City" }).getByRole("button", { name: "Rules" }));
    await zoe.press(page.getByRole("dialog").getByRole("button", { name: "Learn by playing" }));
    const lessons = new Lessons(page);
    await expect(lessons.bar).toBeVisible();
    const first = page.url();
    await zoe.press(page.getByRole("button", { name: "No more help?" }));
    await zoe.press(page.getByRole("menuitem", { name: "Start a real game" }));
    await expect(page).not.toHaveURL(first);
    await expect(page.getByTestId("point-city")).toBeVisible();
    await expect(lessons.bar).toHaveCount(0);
  },
);
