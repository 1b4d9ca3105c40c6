// The end: a podium, and a picture to keep.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { lateTable } from "./fixtures/late";
import { expect, test } from "./fixtures/test";
import { CityBuilder } from "./players/between-two-cities";
import { Mayor } from "./players/point-city";

/** How large a picture is, and how many colours there are in it. */
function lookAt(page: Page, png: Buffer): Promise<{ width: number; height: number; colours: number }> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    const colours = new Set<string>();
    for (let i = 0; i < data.length; i += 4 * 17) colours.add([data[i], data[i + 1], data[i + 2]].join());
    return { width: image.width, height: image.height, colours: colours.size };
  }, png.toString("base64"));
}

for (const { game, variant, players, moves, ratio } of [
  { game: "between-two-cities", variant: "standard", players: 3, moves: 20, ratio: 820 / 1200 },
  { game: "point-city", variant: "standard", players: 2, moves: 16, ratio: 720 / 1200 },
] as const) {
  test(
    `${game}: the winners on a podium, and a picture to save and to share`,
    { tag: "@phone" },
    async ({ person }) => {
      const zoe = await person("Zoë");
      const { page } = zoe;
      await page.addInitScript(() => {
        const shared: File[] = [];
        Object.assign(globalThis, { shared });
        navigator.canShare = () => true;
        navigator.share = (data) => (shared.push(...(data?.files ?? [])), Promise.resolve());
      });
      await zoe.open(`/t/${await lateTable(zoe, { game, variant, players }, moves)}`);
      await (game === "point-city" ? new Mayor(zoe) : new CityBuilder(zoe)).play();
      const podium = page.getByTestId("podium");
      await expect(podium.locator(".place1")).not.toHaveCount(0);
      await expect(podium.locator(".step")).toHaveCount(players);
      await expect(podium).toContainText("Zoë");

      await zoe.press(page.getByRole("button", { name: "Picture", exact: true }));
      await expect(page.getByRole("dialog").locator("svg.drawing")).toContainText(
        /Townhall · \w+ \d+, \d{4}/,
      );
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        zoe.press(page.getByRole("button", { name: "Save the picture" })),
      ]);
      expect(download.suggestedFilename()).toMatch(/^townhall-\w+\.png$/);
      const seen = await lookAt(page, await readFile(await download.path()));
      expect(seen).toMatchObject({ width: 2000, height: Math.round(2000 * ratio) });
      // With the colours of the page, not in black.
      expect(seen.colours).toBeGreaterThan(20);

      await zoe.press(page.getByRole("dialog").getByRole("button", { name: "Share the picture" }));
      const shared = () =>
        page.evaluate(() => (globalThis as unknown as { shared: File[] }).shared.map(({ type }) => type));
      await expect.poll(shared).toEqual(["image/png"]);
    },
  );
}
