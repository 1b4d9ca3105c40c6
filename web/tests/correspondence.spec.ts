// A game over days: a host and three friends, time that passes, and what waits for whom.
import { accessible } from "./fixtures/accessible";
import type { Person } from "./fixtures/person";
import { GameServer } from "./fixtures/server";
import { DAYS, openPane, openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

const DAY = 86_400_000;

/** The person whose turn it is. */
async function asked(people: readonly Person[]): Promise<Person> {
  for (let tries = 0; tries < 100; tries++) {
    for (const one of people) {
      const answer = await one.context.request.get(`${one.origin}/api/tables?scope=mine`);
      const [table] = (await answer.json()) as { your_turn: boolean }[];
      if (table?.your_turn) return one;
    }
    await people[0]?.page.waitForTimeout(100);
  }
  throw new Error("no player is to act");
}

let server: GameServer;
test.beforeEach(async () => void (server = await GameServer.open()));
test.afterEach(() => server.close());

test("four friends play over days", { tag: "@phone" }, async ({ person }) => {
  const at = { at: server };
  const anna = await person("Anna", at);
  const friends = [await person("Ben", at), await person("Cleo", at), await person("Dan", at)];
  const people = [anna, ...friends];

  // The host chooses the pace with one press, or with the keyboard, and the friends read it before they sit down.
  await anna.open("/");
  const card = anna.page.getByRole("article", { name: "Point City" });
  await anna.press(card.getByRole("button", { name: "Invite friends" }));
  const size = anna.page.getByRole("radiogroup", { name: "How many play?" });
  await anna.press(size.getByRole("radio", { name: "4", exact: true }));
  const chairs = anna.page.getByRole("region", { name: /^At the table/ }).getByRole("listitem");
  await expect(chairs).toHaveCount(4);
  const kind = anna.page.getByRole("radiogroup", { name: "What kind of game?" });
  await kind.getByRole("radio").first().focus();
  await anna.page.keyboard.press("ArrowRight");
  await expect(kind.getByRole("radio", { name: "Quick" })).toBeChecked();
  await anna.page.keyboard.press("ArrowRight");
  await expect(kind.getByRole("radio", { name: "Over days" })).toBeChecked();
  await anna.page.getByText("More options").click();
  const hours = anna.page.getByRole("radiogroup", { name: "Hours of play" });
  await hours.getByRole("radio", { name: "All day" }).check();
  const path = new URL(anna.page.url()).pathname;
  for (const friend of friends) {
    await friend.open(path);
    await expect(friend.page.getByText("Over days.")).toBeVisible();
    await expect(friend.page.getByText(/^All day By the host/).first()).toBeVisible();
    await sit(friend, path);
  }
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of people) await one.page.getByTestId("point-city").waitFor();

  // Everybody leaves. Four days later a bot has made the move of the first player, and it is the next one's turn.
  for (const one of people) await one.open("/");
  const first = await asked(people);
  await expect(first.page.getByText(/^Your turn, until \w+,? \d\d:\d\d/)).toBeVisible();
  await server.later(3 * DAY + 60_000);
  const second = await asked(people.filter((one) => one !== first));
  await openTable(second, { game: "point-city", variant: "standard", players: 2, options: { pace: DAYS } });
  await second.open("/");
  const turn = second.page.getByRole("link", { name: /Your turn, until/ });
  await expect(turn).toHaveCount(2);
  await second.press(
    turn
      .filter({ hasText: "Anna" })
      .or(turn.filter({ hasText: first.name }))
      .first(),
  );

  // The page first shows the events since the last visit, then the question.
  const replay = second.page.getByRole("dialog");
  await expect(replay).toBeHidden({ timeout: 20_000 });
  await openPane(second);
  const log = second.page.getByRole("radio", { name: "Log", exact: true });
  if (await log.isVisible()) await second.press(log);
  await expect(second.page.getByText(`Time was up: a bot decided for ${first.name}.`)).toBeAttached();

  // The table's menu has the clocks, an absence and a note of one's own.
  await second.open(path);
  await second.press(second.page.getByRole("button", { name: "Table and settings" }));
  await second.page.getByLabel("I am away until").selectOption({ index: 3 });
  await expect(second.page.getByRole("button", { name: "I am back" })).toBeVisible();
  await second.press(second.page.getByRole("button", { name: "I am back" }));
  await second.page.getByLabel("My notes").fill("Keep the park");
  await second.page.keyboard.press("Tab");
  await accessible(second);
  await second.page.keyboard.press("Escape");
  await second.open(path);
  await second.press(second.page.getByRole("button", { name: "Table and settings" }));
  await expect(second.page.getByLabel("My notes")).toHaveValue("Keep the park");
  await second.page.keyboard.press("Escape");

  // After a move, the other table waits.
  const mayor = new Mayor(second);
  await mayor.question();
  await mayor.answer();
  await expect(second.page.getByRole("link", { name: "Next table" })).toBeVisible();
});

test("a take is planned while another player has the turn", { tag: "@phone" }, async ({ person }) => {
  const people = [await person("Anna", { at: server }), await person("Ben", { at: server })] as const;
  const [anna, ben] = people;
  const options = { pace: DAYS };
  const setup = { game: "point-city" as const, variant: "standard", players: 2, bots: 0, options };
  const path = `/t/${await openTable(anna, setup)}`;
  await sit(ben, path);
  await anna.open(path);
  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  for (const one of people) await one.page.getByTestId("point-city").waitFor();
  const first = await asked(people);
  const second = first === anna ? ben : anna;
  const [acting, planning] = [new Mayor(first), new Mayor(second)];
  const question = second.page.getByTestId("question");

  // The plan can be looked at, changed and dropped. The other player sees nothing of it.
  await expect(question).toHaveText(`It’s ${first.name}’s turn. You can plan your take already.`);
  await planning.plan();
  await expect(question).toHaveText(/^Planned: .+, if still there\.$/);
  await accessible(second);
  const change = second.page.getByRole("button", { name: "Change the plan" });
  await second.press(change);
  await expect(planning.panel.getByRole("button", { name: "Plan this" })).toBeVisible();
  await accessible(second);
  await second.press(planning.panel.getByRole("button", { name: "Drop the plan" }));
  await expect(question).toHaveText(/You can plan your take already/);
  const cells = await planning.plan();
  expect(cells).toHaveLength(2);
  await second.page.reload();
  await expect(question).toHaveText(/^Planned:/);
  await expect(first.page.locator(".planned")).toHaveCount(0);
  await expect(first.page.getByText("Planned")).toHaveCount(0);

  // The other player takes these cards: the plan lapses.
  await acting.take(cells);
  await expect(planning.mine).toHaveText(/^Your plan is no longer possible\. Take two/);
  await planning.answer();

  // Two cards of the deck don't touch the next plan: it is carried out, and it is the other player's turn again.
  await acting.question();
  await expect(question).toHaveText(/You can plan your take already/);
  await planning.plan();
  await acting.drawTwo();
  await expect(acting.mine).toBeVisible();
  await expect(question).toHaveText(/You can plan your take already/);
  await expect(second.page.locator(".planned")).toHaveCount(0);
});
