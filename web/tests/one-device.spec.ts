// Several people at one device: the views that each may see after each step.
import { fixLocalDeals } from "./fixtures/deals";
import { HAS_ENGINE } from "./fixtures/engines";
import type { Person } from "./fixtures/person";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

/** Opens a game for so many people who pass one device on; all others are bots. */
async function passRound(zoe: Person, game: string, people: number): Promise<void> {
  const { page } = zoe;
  await fixLocalDeals(zoe.context);
  await zoe.open("/");
  const card = page.getByRole("article", { name: game });
  await zoe.press(card.getByRole("button", { name: "Pass the device" }));
  const form = page.getByRole("dialog", { name: `${game} on one device` });
  const headcount = form.getByRole("radiogroup", { name: "How many people play here?" });
  await zoe.press(headcount.getByRole("radio", { name: String(people), exact: true }));
  await zoe.press(form.getByRole("button", { name: "Play now" }));
}

// The frames for 2, 3, 4 and 7 people are tested without a page: crates/townhall-wasm/tests/engine/shared_device.rs.
test("Between Two Cities for seven: choices go round", { tag: "@phone" }, async ({ person }) => {
  const people = 7;
  const zoe = await person("Zoë");
  const { page } = zoe;
  await passRound(zoe, "Between Two Cities", people);
  const curtain = page.getByTestId("curtain");
  const builder = new CityBuilder(zoe);
  const asked = new Set<string>();
  const hands = new Set<string>();
  for (let turn = 0; turn < people; turn++) {
    const ready = curtain.getByRole("button", { name: /^I am / });
    await ready.waitFor();
    const name = (await ready.innerText()).replace("I am ", "");
    asked.add(name);
    // Behind the curtain no hand is shown.
    await expect(builder.hand).toHaveCount(0);
    await zoe.press(ready);
    expect(await builder.question()).toBe("choose");
    const hand = await builder.hand.evaluateAll((tiles) =>
      tiles.map((tile) => tile.getAttribute("aria-label") ?? ""),
    );
    expect(hand).toHaveLength(7);
    hands.add(hand.join());
    await builder.choose();
  }
  // Now and then two are dealt the same.
  expect(hands.size).toBeGreaterThan(people / 2);
  expect([...asked].sort()).toEqual([..."ABCDEFG"].slice(0, people));
  // All have chosen: the tiles are revealed to everyone. Partners place in any order, whichever has the device.
  const together = page.getByRole("group", { name: "Together: who plays?" });
  await expect(together.getByRole("button")).toHaveCount(people);
  await zoe.press(together.getByRole("button", { name: "C" }));
  await expect(together.getByRole("button", { name: "C" })).toHaveAttribute("aria-pressed", "true");
  // A reload hides everything again.
  await page.reload();
  await zoe.press(curtain.getByRole("button", { name: /^I am / }));
  const next = curtain.getByRole("button", { name: /^I am / });
  await expect(next).toHaveCount(0);
  do {
    // No hand is shown.
    await expect(builder.hand).toHaveCount(0);
    await builder.build();
    await builder.spots.first().or(next).waitFor();
  } while (!(await next.isVisible()));
  // The next hands are for one player each again.
  await expect(page.getByTestId("btc-play")).toHaveCount(0);
});

test("three people at one phone see all their names", async ({ person }) => {
  const zoe = await person("Zoë", {
    hands: "touch",
    context: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  });
  const { page } = zoe;
  await passRound(zoe, "Between Two Cities", 3);
  const builder = new CityBuilder(zoe);
  for (let turn = 0; turn < 3; turn++) {
    await zoe.press(page.getByTestId("curtain").getByRole("button", { name: /^I am / }));
    await builder.choose();
  }
  const people = page.getByRole("group", { name: "Together: who plays?" }).getByRole("button");
  await expect(people).toHaveCount(3);
  for (const one of await people.all()) await expect(one).toBeInViewport({ ratio: 1 });
});

test(
  "Point City for two: the device goes to and fro, and another game begins for both at once",
  { tag: "@all" },
  async ({ person }) => {
    const zoe = await person("Zoë");
    const { page } = zoe;
    await passRound(zoe, "Point City", 2);
    const mayor = new Mayor(zoe);
    const ready = page.getByTestId("curtain").getByRole("button", { name: /^I am / });
    const over = mayor.skip.or(mayor.result);
    const asked: string[] = [];
    for (;;) {
      await ready.or(mayor.mine).or(over).first().waitFor();
      if (await over.first().isVisible()) break;
      if (await ready.isVisible()) {
        asked.push(await ready.innerText());
        await expect(mayor.board).toHaveCount(0);
        await zoe.press(ready);
      } else await mayor.answer();
    }
    expect(new Set(asked).size).toBe(2);
    expect(asked[2]).toBe(asked[0]);
    if (await mayor.skip.isVisible()) await zoe.press(mayor.skip);
    // The header does not show the name that this browser made up.
    await expect(page.getByTitle("Change name and colour")).toHaveCount(0);
    const first = page.url();
    await zoe.press(page.getByRole("button", { name: "Play again" }));
    await ready.waitFor();
    expect(page.url()).not.toBe(first);
    const begins = await ready.innerText();
    await zoe.press(ready);
    const turns = mayor.turns;
    while (mayor.turns === turns) {
      await mayor.question();
      await mayor.answer();
    }
    await expect(ready).not.toHaveText(begins);
  },
);
