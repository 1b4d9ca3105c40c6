// High Card is a game that the shipped server and client do not know. Here both have it, with only what
// docs/third-game.md asks for.

import { GameServer } from "./fixtures/server";
import { numbers, resultIn, savedRecord, scores } from "./fixtures/table";
import { expect, test } from "./fixtures/test";

test(
  "a third game on a bare board: a table opened from the page, greedy bots, the end",
  { tag: "@all" },
  async ({ person }) => {
    const at = await GameServer.openWithThirdGame();
    try {
      const zoe = await person("Zoë", { at });
      const { page } = zoe;
      await zoe.open("/");
      const card = page.getByRole("article", { name: "High Card" });
      await zoe.press(card.getByRole("button", { name: "change players and bots" }));
      const form = page.getByRole("dialog", { name: "High Card: set up your game" });
      for (const [question, answer] of [
        ["How many play?", "4"],
        ["How do the bots (computer players) play?", "greedy"],
      ] as const) {
        const radios = form.getByRole("radiogroup", { name: question });
        await zoe.press(radios.getByRole("radio", { name: answer, exact: true }));
      }
      await zoe.press(form.getByRole("button", { name: "Play now" }));

      const board = page.getByTestId("high-card");
      for (const { kind, cards } of [
        { kind: "discard", cards: 4 },
        { kind: "play", cards: 3 },
        { kind: "play", cards: 2 },
      ]) {
        const offered = board.getByRole("button", { name: kind });
        await expect(offered).toHaveCount(cards);
        await expect(board.getByTestId("hand")).toHaveText(/^\d+( \d+)*$/);
        await zoe.press(offered.first());
      }

      const players = page.getByTestId("high-card-result").getByRole("listitem");
      await expect(players).toHaveCount(4);
      expect(await numbers(players)).toEqual(scores(await resultIn(await savedRecord(zoe))));
      // The log has it in the game's own words.
      await expect(page.getByRole("log", { name: "Log" })).toContainText("Shown: ");
    } finally {
      await at.close();
    }
  },
);
