// Negotiating with bots about the cities that one builds with them.
import type { Locator } from "@playwright/test";
import { violations } from "./fixtures/accessible";
import { controls, moved, painted, tooSmall } from "./fixtures/controls";
import { lateTable } from "./fixtures/late";
import type { Person } from "./fixtures/person";
import { speak } from "./fixtures/screens";
import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";

const SETUP = { game: "between-two-cities", variant: "standard", players: 3 } as const;
/** How long a reaction may take to reach the page: two seconds on the server. */
const REACTION = { timeout: 4_000 };

/** Opens a table at which the person plays alone with two bots, up to the first proposal; returns what talks about it. */
async function proposedTo(zoe: Person): Promise<{ builder: CityBuilder; talk: Locator }> {
  const { page } = zoe;
  const code = await openTable(zoe, { ...SETUP, options: { bots: "human" } });
  await zoe.open(`/t/${code}`);
  const builder = new CityBuilder(zoe);
  expect(await builder.question()).toBe("choose");
  await builder.choose();
  expect(await builder.question()).toBe("place");
  const asked = page.locator(".tab:has(.asked)");
  const refuse = page.getByRole("button", { name: "Rather not" });
  await asked.or(refuse).first().waitFor();
  // Nothing is proposed under an announcement.
  await expect(page.locator("[data-announcement]")).toHaveCount(0);
  if (zoe.hands === "touch") await zoe.press(asked.first());
  await refuse.first().waitFor();
  const all = page.locator(".conversation");
  const at = await all.evaluateAll((found) => found.findIndex((one) => one.querySelector(".no")));
  return { builder, talk: all.nth(at) };
}

const words = (talk: Locator): Locator => talk.locator("p");
const no = (talk: Locator): Locator => talk.getByRole("button", { name: "Rather not" });
const yes = (talk: Locator): Locator => talk.getByRole("button", { name: "Yes" });

/** The parts of a bot's words about a spot: its stance, its reason, and the answer to the person's own proposal before it. */
const EFFECTS = [
  { kind: "new-type", building: "factory", n: 4 },
  { kind: "house", n: 5 },
];
const REASONS = [
  ...EFFECTS.map((effect) => ({ why: "does", points: 12, effect })),
  { why: "room", points: 12 },
  { why: "later", points: 12 },
];
/** How an answer begins, whatever the temperament. */
const ANSWER =
  /^(Gladly|I would rather not|All right, that is good|No, not there|Yes, that looks safe|I am not so sure about that|Done|No)[.:]/;
const STANCES = [undefined, "counters", "insists", "announces", "yields"];

test(
  "whatever a bot says fits into its bubble, in the languages with the longest words",
  { tag: "@phone" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    await page.setViewportSize({ width: 360, height: 640 });
    const code = await lateTable(zoe, SETUP, 10);
    // The bots have chosen as well once the page asks where to place.
    await zoe.open(`/t/${code}`);
    expect(await new CityBuilder(zoe).question()).toBe("place");
    // After the first frame the page hears of the proposals of this test only.
    let propose: (proposals: readonly object[]) => void = () => undefined;
    await page.routeWebSocket(/\/socket/, (socket) => {
      socket.connectToServer().onMessage((text) => {
        const frame = JSON.parse(String(text)) as {
          type: string;
          table?: { version: number; proposals: unknown[]; chairs: { sitter: { temperament?: string } }[] };
        };
        if (frame.type !== "table" || !frame.table) return;
        const { version, chairs } = frame.table;
        for (const { sitter } of chairs) sitter.temperament = "cautious";
        frame.table.proposals = [];
        socket.send(JSON.stringify(frame));
        propose = (proposals) =>
          socket.send(JSON.stringify({ type: "update", version, now: Date.now(), all: { proposals } }));
      });
    });
    await zoe.open(`/t/${code}`);
    const bubble = page.locator(".conversation").first().locator("p");
    await bubble.waitFor({ state: "attached" });
    await page.locator("[data-announcement]").waitFor({ state: "detached" });
    const chip = page.locator(".tab.on, .partner").first();
    const by = Number(await chip.getAttribute("data-chip"));
    const city = Number(await page.locator(".plot").first().getAttribute("data-city"));
    const me =
      3 - by - Number(await page.locator(".tab:not(.on), .partner").last().getAttribute("data-chip"));
    const drop = (await page.locator(`.spot[data-city="${city}"]`).first().getAttribute("data-drop")) ?? "";
    const proposal = (id: number, by: number, more: object) => {
      const mv = { kind: "place", piece: "d", city, spot: drop.split(" ")[2] };
      return { id, by, seat: by, mv, answers: [], ...more };
    };
    const refused = { seat: by, agree: false, reason: { why: "rather", more: 12, effect: EFFECTS[0] } };
    const asked = proposal(1, me, { answers: [refused] });
    // A draft of the viewer takes nothing from the partner's words: it is laid where the partner builds as well.
    await page.locator(`[data-drop="${drop}"]:not(.far)`).click({ position: { x: 8, y: 8 } });
    await expect(page.locator(".tray .laid")).toHaveCount(1);
    await zoe.press(page.locator(`[data-tab="${city}"]`));
    const said = [
      [asked],
      ...REASONS.map((reason) => [proposal(2, by, { until: Date.now() + 600_000, reason })]),
      ...STANCES.flatMap((stance) => REASONS.map((reason) => [proposal(2, by, { stance, reason })])),
      [asked, proposal(2, by, { stance: "counters", reason: REASONS[0] })],
      // The partner's answer is later than its own proposal.
      ...[refused, { seat: by, agree: true, reason: REASONS[0] }].map((answer) => [
        proposal(1, by, { reason: REASONS[0] }),
        proposal(2, me, { answers: [answer] }),
      ]),
    ];
    const found: string[] = [];
    for (const language of ["de", "hu", "es"]) {
      await speak(page, language);
      for (const proposals of said) {
        propose([]);
        await expect(bubble).toHaveText("");
        propose(proposals);
        await expect(bubble).not.toHaveText("");
        await painted(page);
        const cut = await bubble.evaluate(
          (p) => p.scrollHeight > p.clientHeight + 1 || p.scrollWidth > p.clientWidth + 1,
        );
        if (cut) found.push(`${language}: ${await bubble.getAttribute("data-brief")}`);
      }
    }
    expect(found).toEqual([]);
  },
);

test(
  "alone, a bot waits for the answer, reacts to two refusals, and announces what it builds",
  { tag: "@phone" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    const { talk } = await proposedTo(zoe);
    const proposal = await words(talk).innerText();
    expect(proposal).toContain("I would put the");
    await expect(talk.getByRole("timer")).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    const built = await page.locator(".plot .cell").count();

    // The first refusal: disagreement is visible, and the bot proposes another spot or gives a reason.
    await zoe.press(no(talk));
    await expect(talk.locator(".bubble")).toHaveAttribute("data-mood", "against");
    await expect(talk.getByRole("img", { name: "Disagreement" })).toBeVisible();
    const before = await controls(page);
    await expect(words(talk)).not.toHaveText(proposal, REACTION);
    await expect(no(talk)).toHaveAttribute("aria-pressed", "false");
    expect(moved(before, await controls(page))).toEqual([]);
    expect(tooSmall(await controls(page))).toEqual([]);
    const reaction = await words(talk).innerText();
    await expect(talk.getByRole("timer")).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await expect(page.locator(".plot .cell")).toHaveCount(built);

    // The second: it announces what it does, and does it.
    await zoe.press(no(talk));
    await expect(words(talk)).not.toHaveText(reaction, REACTION);
    await expect(talk.getByRole("timer").first()).toBeVisible();
    await expect(page.locator(".plot .cell")).not.toHaveCount(built);
  },
);

/** Lays a tile on the square on which the first proposal in view would build. */
async function layOnProposal({ page }: Person, builder: CityBuilder): Promise<void> {
  const wanted = await page
    .locator(".ghost")
    .first()
    .evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      const spots = [...document.querySelectorAll<HTMLElement>(".spot:not(.far)")];
      const far = (spot: Element): number => {
        const box = spot.getBoundingClientRect();
        return Math.hypot(box.x - x, box.y - y);
      };
      return spots.sort((one, other) => far(one) - far(other))[0]?.dataset.drop;
    });
  await page.locator(`[data-drop="${wanted}"]:not(.far)`).click();
  await expect(builder.drafts).toHaveCount(1);
}

test("a draft on the square that a bot wants is a counter-proposal", async ({ person }) => {
  const zoe = await person("Zoë");
  const { builder, talk } = await proposedTo(zoe);
  await zoe.press(no(talk));
  await expect(no(talk)).toHaveAttribute("aria-pressed", "true");
  await layOnProposal(zoe, builder);
  await zoe.press(zoe.page.getByRole("button", { name: /^Ask / }));
  // The answer to the question comes first, however old the bot's own proposal is.
  await expect(words(talk)).toHaveText(ANSWER, REACTION);
  await expect(talk.locator(".bubble")).toHaveAttribute("data-mood", /for|against/);
});

test("a draft on the spot of a proposal to which one agrees is back in the tray, and the page says why", async ({
  person,
}) => {
  const zoe = await person("Zoë");
  const { builder, talk } = await proposedTo(zoe);
  await layOnProposal(zoe, builder);
  // Both the answer and the question about the draft can be given.
  const asks = talk.getByRole("button", { name: /^Ask / });
  const name = (await asks.getAttribute("aria-label"))?.replace("Ask ", "");
  await zoe.press(yes(talk));
  await expect(builder.drafts).toHaveCount(0);
  const why = zoe.page.locator(".off", { hasText: `You leave the spot to ${name}. You have the ` });
  await expect(why).toBeVisible();
  // The next tile takes its place.
  await builder.lay();
  await expect(why).toHaveCount(0);
});

test("the seat names and explains the temperament of a bot", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open(`/t/${await openTable(zoe, SETUP)}`);
  await new CityBuilder(zoe).question();
  await expect(page.getByRole("img", { name: "Bot", exact: true }).first()).toBeVisible();
  // Before the first tiles are chosen, it is said on the board itself.
  const tabs = page.locator(".tab .status");
  await expect(tabs).toHaveText([
    /^(generous|stubborn|cautious|quick)$/,
    /^(generous|stubborn|cautious|quick)$/,
  ]);
  await zoe.press(page.getByRole("button", { name: "All cities" }));
  const told = page.getByRole("dialog").getByRole("region", { name: "The bots at this table" });
  await expect(told).toContainText("stubborn");
  await expect(told).toContainText("Rarely agrees to less than its best spot");
  await expect(told).toContainText("cautious");
  expect(await violations(page)).toEqual([]);
});

test("two people see how long a bot waits for an answer", { tag: "@all" }, async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  const path = `/t/${await openTable(anna, { ...SETUP, bots: 0, options: { bots: "human" } })}`;
  await anna.open(path);
  await sit(ben, path);
  await anna.press(anna.page.getByRole("button", { name: "Put a bot here" }));
  await anna.press(anna.page.getByRole("menuitem", { name: "greedy" }));
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of [anna, ben]) {
    const builder = new CityBuilder(one);
    expect(await builder.question()).toBe("choose");
    await builder.choose();
  }
  const timers = [anna, ben].map(({ page }) => page.getByRole("timer"));
  await expect.poll(async () => (await timers[0]?.count()) || (await timers[1]?.count())).toBe(1);
  const asked = (await timers[0]?.count()) === 1 ? anna : ben;
  const timer = asked.page.getByRole("timer");
  const seconds = async () => Number(/\d+/.exec(await timer.innerText())?.[0]);
  const first = await seconds();
  expect(first).toBeGreaterThan(10);
  await expect.poll(seconds).toBeLessThan(first);
  // Without an answer the bot builds when the time is over.
  const built = await asked.page.locator(".plot .cell").count();
  await expect(timer).toHaveCount(0);
  await expect(asked.page.locator(".plot .cell")).not.toHaveCount(built);
});

test("bots are offered only signals on which they act", async ({ person }) => {
  const zoe = await person("Zoë");
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await zoe.open(`/t/${await openTable(zoe, setup)}`);
  const builder = new CityBuilder(zoe);
  await builder.choose();
  await builder.spots.first().waitFor();
  await zoe.press(zoe.page.getByRole("button", { name: /^Say something to / }).first());
  await expect(zoe.page.getByRole("menuitem", { name: "Your call" })).toBeVisible();
  await expect(zoe.page.getByRole("menuitem", { name: /Good idea|Please not|points here/ })).toHaveCount(0);
});
