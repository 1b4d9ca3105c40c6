// Games of this browser as files, and handed over to the server.
import { readFile } from "node:fs/promises";
import { lateDeviceTable } from "./fixtures/device";
import { HAS_ENGINE } from "./fixtures/engines";
import { numbers, resultIn, savedRecord, scores } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

test.skip(!HAS_ENGINE, "the client was built without the engine");

const GAME = { game: "point-city", variant: "standard", players: 2 } as const;

const file = (text: string) => ({
  name: "game.jsonl",
  mimeType: "application/jsonl",
  buffer: Buffer.from(text),
});

test("a finished game is saved, removed and loaded again", { tag: "@smoke" }, async ({ person }) => {
  const zoe = await person("Zoë");
  const { page } = zoe;
  await zoe.open("/");
  await lateDeviceTable(zoe, GAME, Infinity);
  await page.reload();
  const ended = page.getByRole("region", { name: "Finished games" });
  const more = ended.getByRole("button", { name: /^More about this game/ });
  await zoe.press(more);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    zoe.press(ended.getByRole("menuitem", { name: "Save the game" })),
  ]);
  const path = await download.path();
  const record = await readFile(path, "utf8");
  await zoe.press(more);
  await zoe.press(ended.getByRole("menuitem", { name: "Remove the game" }));
  await zoe.press(ended.getByRole("button", { name: "Remove it" }));
  await expect(ended).toHaveCount(0);

  const choose = page.locator('input[type="file"]');
  const alert = page.locator("main").getByRole("alert");
  const lines = record.trimEnd().split("\n");
  const wrong: [file: string, words: string][] = [
    ['{"me":{"name":"Zoë"},"devices":[]}\n', "This file has all your data, not saved games."],
    ["Dear Townhall", "Line 1 of the file doesn't belong in a saved game."],
    [record.replace("point-city", "chess"), "Line 1 of the file names a game"],
    [[lines[0], lines[2], ...lines.slice(1)].join("\n"), "The rules do not allow the move in line 2"],
    [record.replace(/"total":/, '"total":1'), `The result in line ${lines.length}`],
    [lines.slice(0, -1).join("\n"), `The file ends in line ${lines.length - 1} before the game is over`],
  ];
  for (const [text, words] of wrong) {
    await choose.setInputFiles(file(text));
    await expect(alert).toContainText(words);
  }
  await expect(ended).toHaveCount(0);

  // The games before a fault in a file can be looked at; then the page says why no more is shown.
  const part = page.getByRole("button", { name: "Look at the readable part" });
  await expect(part).toBeVisible();
  await choose.setInputFiles(file("Dear Townhall"));
  await expect(alert).toContainText("Line 1");
  await expect(part).toHaveCount(0);
  const middle = Math.floor(lines.length / 2);
  await choose.setInputFiles(file([...lines.slice(0, middle), ...lines.slice(middle + 2)].join("\n")));
  await zoe.press(part);
  const dialog = page.getByRole("dialog", { name: "Looking back" });
  await expect(dialog.locator(".caption")).toHaveText("The game begins.");
  await page.keyboard.press("End");
  await expect(dialog.getByRole("alert")).toContainText(
    /^The saved game can be shown up to here\. The rules/,
  );
  expect(Number(await dialog.getByRole("slider").getAttribute("max"))).toBeGreaterThan(middle / 2);
  await zoe.press(dialog.getByRole("button", { name: "Close" }));
  await expect(dialog).toHaveCount(0);
  await expect(ended).toHaveCount(0);

  // A bad game of a file leaves the good ones alone.
  const cut = `${lines.slice(0, -1).join("\n")}\n`;
  await choose.setInputFiles(file(`${record}${cut}${record}`));
  await expect(page.getByRole("status").filter({ hasText: "2 games are in the list now" })).toBeAttached();
  await expect(alert).toContainText(
    `1 game could not be loaded. The file ends in line ${2 * lines.length - 1} before the game is over.`,
  );
  await expect(part).toBeVisible();
  await expect(ended.getByRole("link")).toHaveCount(1);

  await choose.setInputFiles(file(record));
  const mayor = new Mayor(zoe);
  await expect(mayor.result).toBeVisible();
  const points = (of: Mayor) => numbers(of.points);
  const expected = scores(await resultIn(path));
  await expect.poll(() => points(mayor)).toEqual(expected);
  // Nothing but the file's own lines is in it, and it can be saved again.
  expect((await readFile(await savedRecord(zoe), "utf8")).split("\n").slice(1)).toEqual(
    record.split("\n").filter((line, at) => at > 0 && !line.startsWith('{"talk"')),
  );
});

test("a finished game is handed over once, however often the network fails", async ({ person }) => {
  const [zoe, max] = [await person("Zoë"), await person("Max")];
  const { page } = zoe;
  await zoe.open("/");
  const code = await lateDeviceTable(zoe, GAME, Infinity);
  await zoe.open(`/t/${code}`);
  const mayor = new Mayor(zoe);
  await expect(mayor.result).toBeVisible();
  const share = page.getByRole("button", { name: "Share this game" });
  const failed = page.getByRole("status").filter({ hasText: "The server can't be reached right now" });
  let requests = 0;
  await page.route("**/api/records", async (route) => {
    requests += 1;
    // The first never arrives. The second is stored, and its answer is lost.
    if (requests === 2) await route.fetch();
    if (requests <= 2) await route.abort();
    else await route.continue();
  });
  for (let failures = 1; failures <= 2; failures++) {
    await zoe.press(share);
    await expect.poll(() => requests).toBe(failures);
    await expect(failed).toBeAttached();
    await expect(share).toBeEnabled();
  }
  await zoe.press(share);
  const link = page.getByRole("dialog").getByLabel("Link to this table");
  const address = await link.inputValue();
  expect(address).toMatch(/\/t\/[A-Z0-9]{6}$/);
  // Without a server the page knows the link as well.
  await page.reload();
  await zoe.press(share);
  await expect(link).toHaveValue(address);
  expect(requests).toBe(3);

  await max.page.goto(address);
  const shown = new Mayor(max);
  await expect(shown.result).toBeVisible();
  const points = (of: Mayor) => numbers(of.points);
  const expected = await points(mayor);
  await expect.poll(() => points(shown)).toEqual(expected);
  const there = await zoe.context.request.get(`${zoe.origin}/api/tables?scope=mine`);
  expect(((await there.json()) as unknown[]).length).toBe(1);
  await zoe.open("/");
  await expect(page.getByRole("region", { name: "Finished games" }).getByRole("link")).toHaveCount(1);

  // The link to a moment of it opens for others as well.
  await page.addInitScript(() => {
    navigator.share = (data) =>
      Promise.resolve(void document.documentElement.setAttribute("data-shared", data?.url ?? ""));
  });
  await zoe.open(`/r/${code}#s=3&e=1`);
  await zoe.press(page.getByRole("button", { name: "Share this moment" }));
  const moment = page.locator("html");
  await expect(moment).toHaveAttribute("data-shared", /\/r\/\w{6}#s=3&e=1$/);
  await max.page.goto((await moment.getAttribute("data-shared")) ?? "");
  await expect(max.page.locator("[data-step]")).toHaveAttribute("data-step", "3");
});
