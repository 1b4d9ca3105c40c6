import { openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** How a move compares with the others: which of the two depends on how far the bot's search came. */
const COMPARED =
  "(the \\d+ best moves are about equally good here|about as good (elsewhere|as .+ \\(.+\\))|about \\d+ points? better than the next best)$";
/** A move and its advantage over the next best, else what it brings and how it compares. */
const REASON = new RegExp(` · (.+ · ${COMPARED}|about \\d+ points? better than the next best: .+)`);

test("Between Two Cities: a hint is asked for, heeded, and done", { tag: "@phone" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const setup = { game: "between-two-cities", variant: "standard", players: 3 } as const;
  await zoe.open(`/t/${await openTable(zoe, setup)}`);
  const builder = new CityBuilder(zoe);
  const hints = zoe.page.getByRole("group", { name: "What a strong bot would do" }).getByRole("button");
  const reason = zoe.page.getByRole("group", { name: "What a strong bot would do" }).getByRole("status");
  const ask = zoe.page.getByRole("button", { name: "Hint", exact: true });

  expect(await builder.question()).toBe("choose");
  await zoe.press(ask);
  await expect(hints.first()).toBeVisible();
  await expect(hints.first()).toHaveAccessibleName(new RegExp(`: ${COMPARED}`));
  await expect(reason).toHaveText(REASON);
  await zoe.press(hints.first());
  await expect(builder.hand.and(zoe.page.locator("[aria-pressed=true]"))).toHaveCount(2);
  await zoe.press(builder.seal);
  await expect(builder.hand).toHaveCount(0);

  // The hint of the question before says nothing of this one.
  expect(await builder.question()).toBe("place");
  await expect(hints).toHaveCount(0);
  await zoe.press(ask);
  await expect(reason).toHaveText(REASON);
  await zoe.press(hints.first());
  await expect(builder.drafts).toHaveCount(1);
});

test("Point City: a hint is asked for, heeded, and done", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  await zoe.open(
    `/t/${await openTable(zoe, { game: "point-city", variant: "standard", players: 2, options: { bots: "human" } })}`,
  );
  const mayor = new Mayor(zoe);
  const hints = zoe.page.getByRole("group", { name: "What a strong bot would do" }).getByRole("button");
  expect(await mayor.question()).toBe("turn");
  await zoe.press(zoe.page.getByRole("button", { name: "Hint", exact: true }));
  await expect(
    zoe.page.getByRole("group", { name: "What a strong bot would do" }).getByRole("status"),
  ).toHaveText(REASON);
  await zoe.press(hints.first());
  await expect(hints).toHaveCount(0);
  await zoe.press(mayor.panel.locator(".primary"));
  await expect(mayor.panel).toHaveCount(0);
});

test("a table with a clock has no hints", async ({ person }) => {
  const zoe = await person("Zoë");
  const setup = {
    game: "point-city",
    variant: "standard",
    players: 2,
    options: { pace: "relaxed" },
  } as const;
  await zoe.open(`/t/${await openTable(zoe, setup)}`);
  expect(await new Mayor(zoe).question()).toBe("turn");
  await expect(zoe.page.getByRole("button", { name: "Hint", exact: true })).toHaveCount(0);
});
