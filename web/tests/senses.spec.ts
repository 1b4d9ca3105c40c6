// Sounds, vibration and notifications: off until they are turned on.
import type { Page } from "@playwright/test";
import { attend, news } from "./fixtures/news";
import type { Person } from "./fixtures/person";
import { openTable, sit } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

declare global {
  /** Counts of effects that a test can neither see nor hear. */
  var noted: { tones: number; vibrations: number; asked: number; alerts: string[]; looking: boolean };
}

/** Notes what a page does with the loudspeaker, the motor and the notifications of the system. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.noted = { tones: 0, vibrations: 0, asked: 0, alerts: [], looking: true };
    globalThis.OscillatorNode = class extends OscillatorNode {
      constructor(...given: ConstructorParameters<typeof OscillatorNode>) {
        super(...given);
        noted.tones += 1;
      }
    };
    Navigator.prototype.vibrate = () => ((noted.vibrations += 1), true);
    class Shown extends EventTarget {
      static permission = sessionStorage.getItem("permission") ?? "default";
      static requestPermission(): Promise<string> {
        noted.asked += 1;
        Shown.permission = "granted";
        sessionStorage.setItem("permission", "granted");
        return Promise.resolve("granted");
      }
      constructor(title: string) {
        super();
        noted.alerts.push(title);
      }
      close(): void {}
    }
    globalThis.Notification = Shown as unknown as typeof Notification;
    Document.prototype.hasFocus = () => noted.looking;
  });
}

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const notedBy = (person: Person) => person.page.evaluate(() => globalThis.noted);

/** Opens the sheet of settings, in a game or on the home page, and turns something on. */
async function turnOn(person: Person, name: string | RegExp): Promise<void> {
  await person.press(person.page.getByRole("button", { name: "Settings", exact: true }));
  const one = person.page.getByRole("switch", { name });
  await expect(one).not.toBeChecked();
  await person.press(one);
  await expect(one).toBeChecked();
}

test("sounds and vibration are off until they are wanted, and stay on then", async ({ person }) => {
  const zoe = await person("Zoë", { context: phone, hands: "touch" });
  await watch(zoe.page);
  const path = `/t/${await openTable(zoe, { game: "point-city", variant: "standard", players: 2 })}`;
  await zoe.open(path);
  const mayor = new Mayor(zoe);
  await mayor.question();
  await mayor.answer();
  await mayor.question();
  expect(await notedBy(zoe)).toMatchObject({ tones: 0, vibrations: 0 });

  await zoe.open("/");
  await turnOn(zoe, "Vibration");
  await zoe.page.keyboard.press("Escape");
  await turnOn(zoe, /^Sounds/);
  await expect.poll(async () => (await notedBy(zoe)).tones).toBeGreaterThan(0);
  expect((await notedBy(zoe)).vibrations).toBe(1);

  await zoe.open(path);
  await mayor.question();
  await mayor.answer();
  await mayor.question();
  const { tones, vibrations } = await notedBy(zoe);
  expect(tones).toBeGreaterThan(0);
  expect(vibrations).toBeGreaterThan(0);
});

test("a notification says that it is one's turn, to those who want it and don't look", async ({ person }) => {
  const [anna, ben] = [await person("Anna"), await person("Ben")];
  await watch(anna.page);
  const code = await openTable(anna, { game: "point-city", variant: "standard", players: 2, bots: 0 });
  await anna.open("/");
  await anna.open(`/t/${code}`);
  await sit(ben, `/t/${code}`);
  await ben.open("/");
  await attend(ben, code);
  // Where one waits for others it is offered, and only a press asks the browser.
  const offer = anna.page.getByRole("switch", { name: /^Tell me when it is my turn/ });
  await expect(offer).not.toBeChecked();
  expect((await notedBy(anna)).asked).toBe(0);
  await anna.press(offer);
  await expect(offer).toBeChecked();
  expect((await notedBy(anna)).asked).toBe(1);

  await anna.press(anna.page.getByRole("button", { name: "Start" }));
  const mine = anna.page.locator(".question.mine");
  await expect(anna.page.getByTestId("point-city")).toBeVisible();
  if (!(await mine.isVisible())) await news(ben, code, { what: "move" });
  await expect(mine).toBeVisible();
  expect((await notedBy(anna)).alerts).toEqual([]);
  await anna.page.evaluate(() => void (globalThis.noted.looking = false));
  await news(anna, code, { what: "move" });
  await expect(mine).toHaveCount(0);
  await news(ben, code, { what: "move" });
  await expect(mine).toBeVisible();
  expect((await notedBy(anna)).alerts).toEqual(["Your turn · Point City"]);
});

/** Lets a page subscribe to a push service, which no browser of a test can reach, nor has it a service worker. */
async function subscribes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
    // The keys of the example in RFC 8291.
    const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const keys = { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" };
    const pushManager = {
      getSubscription: () => Promise.resolve(null),
      subscribe: () => Promise.resolve({ toJSON: () => ({ endpoint, keys }) }),
    };
    const registration = { pushManager } as unknown as ServiceWorkerRegistration;
    ServiceWorkerContainer.prototype.getRegistration = () => Promise.resolve(registration);
  });
}

test("what the server sends is set for each device", { tag: ["@phone", "@smoke"] }, async ({ person }) => {
  const anna = await person("Anna");
  await watch(anna.page);
  await subscribes(anna.page);
  await anna.open("/");
  await turnOn(anna, /^Tell me when it is my turn/);
  const one = (name: string) => anna.page.getByRole("switch", { name });
  await expect(one("It’s my turn")).toBeChecked();
  await anna.press(one("A game ends"));
  await expect(one("A game ends")).not.toBeChecked();
  await anna.press(one("Quiet hours"));
  const sent = anna.page.waitForResponse(async (answer) => {
    return answer.request().method() === "PUT" && (await answer.text()).includes('"to":450');
  });
  await anna.page.getByLabel("Until", { exact: true }).fill("07:30");
  await sent;
  // It is what the server knows, also after a new start.
  await anna.page.reload();
  await anna.press(anna.page.getByRole("button", { name: "Settings", exact: true }));
  await expect(one("A game ends")).not.toBeChecked();
  await expect(one("A game starts")).toBeChecked();
  await expect(anna.page.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await expect(anna.page.getByLabel("Until", { exact: true })).toHaveValue("07:30");
  await anna.press(one("Tell me when it is my turn"));
  await expect(one("Quiet hours")).toHaveCount(0);
});

test("a player whose time ran out sees a note until they dismiss it", async ({ person }) => {
  const zoe = await person("Zoë");
  const path = `/t/${await openTable(zoe, { game: "point-city", variant: "standard", players: 2 })}`;
  await zoe.open(path);
  await new Mayor(zoe).question();
  // The shortest clock has half a minute: the log line is inserted into the server's frame instead.
  await zoe.page.routeWebSocket(/socket$/, (page) => {
    const server = page.connectToServer();
    server.onMessage((message) => {
      const frame = JSON.parse(String(message));
      const { table } = frame;
      if (table) table.log.push({ type: "timed-out", seat: table.me, version: table.version + 1, at: 0 });
      page.send(JSON.stringify(frame));
    });
  });
  await zoe.open(path);
  const note = zoe.page.getByRole("alert");
  await expect(note).toHaveText("Time was up: a bot decided for you.");
  await zoe.press(zoe.page.getByRole("button", { name: "All right" }));
  await expect(note).toHaveCount(0);
});
