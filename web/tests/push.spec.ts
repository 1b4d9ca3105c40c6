// Notifications: the server's message, as a push service gets it, in the service worker of a real browser.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Worker } from "@playwright/test";
import { accessible } from "./fixtures/accessible";
import { appIsKept } from "./fixtures/device";
import type { Person } from "./fixtures/person";
import { GameServer } from "./fixtures/server";
import { DAYS, openTable } from "./fixtures/table";
import { expect, test } from "./fixtures/test";
import { Mayor } from "./players/point-city";

interface Subscription {
  address: string;
  p256dh: string;
  auth: string;
  language: string;
}

/** A push service, and the keys of a browser that has subscribed there. */
class PushService {
  readonly #browser = createECDH("prime256v1");
  readonly #secret = randomBytes(16);
  readonly #received: Buffer[] = [];

  private constructor(private readonly server: Server) {
    this.#browser.generateKeys();
  }

  static async open(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        service.#received.push(Buffer.concat(parts));
        response.writeHead(201).end();
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The subscription that the browser hands over to the server. */
  get subscription(): Subscription {
    const p256dh = this.#browser.getPublicKey("base64url");
    return {
      address: `${this.origin}/zoe`,
      p256dh,
      auth: this.#secret.toString("base64url"),
      language: "en",
    };
  }

  /** The first message, once it has come, decrypted as RFC 8291 says. */
  async message(): Promise<string> {
    await expect.poll(() => this.#received.length).toBeGreaterThan(0);
    const [body = Buffer.of()] = this.#received;
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
    const shared = this.#browser.computeSecret(sender);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.#browser.getPublicKey(), sender]);
    const secret = hkdfSync("sha256", shared, this.#secret, info, 32);
    const key = (name: string, length: number): Buffer => {
      const about = Buffer.from(`Content-Encoding: ${name}\0`);
      return Buffer.from(hkdfSync("sha256", new Uint8Array(secret), salt, about, length));
    };
    const cipher = createDecipheriv("aes-128-gcm", key("aes128gcm", 16), key("nonce", 12));
    cipher.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()]);
    return text.toString().replace(/\x02$/, "");
  }

  close(): void {
    this.server.close();
  }
}

interface Message {
  notification: { title: string; tag: string; navigate: string; data: { turn: number } };
}

/** Delivers a message to the service worker as the browser's push service does. */
async function deliver({ context, page, origin }: Person, message: Message): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  await devtools.detach();
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  /** Whether it made a sound, although it took the place of another. */
  renotify: boolean;
  actions: string[];
}

/** The browser allows notifications and has a subscription, which it would get from the service of its maker. */
async function subscribes({ page }: Person, subscription: Subscription): Promise<void> {
  await page.addInitScript(({ address, p256dh, auth }) => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = () => Promise.resolve("granted");
    const made = { toJSON: () => ({ endpoint: address, keys: { p256dh, auth } }) };
    const { prototype } = PushManager;
    prototype.getSubscription = () => Promise.resolve(null);
    prototype.subscribe = () => Promise.resolve(made as unknown as PushSubscription);
  }, subscription);
}

/** The service worker of a person's browser. */
function workerOf({ context }: Person): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  return worker;
}

/**
 * The headless shell receives pushes, but shows no notifications: a list stands in for them. `CHROMIUM=/usr/bin/chromium` runs the
 * test with real ones.
 */
function standIn(person: Person): Promise<void> {
  return workerOf(person).evaluate(() => {
    const { registration } = self as unknown as ServiceWorkerGlobalScope;
    if (Notification.permission === "granted") return;
    let all: { title: string; tag?: string }[] = [];
    const show = (title: string, options: NotificationOptions = {}): Promise<void> => {
      all = all.filter(({ tag }) => !tag || tag !== options.tag);
      const notification = {
        title,
        ...options,
        close: () => (all = all.filter((one) => one !== notification)),
      };
      all.push(notification);
      return Promise.resolve();
    };
    const get = ({ tag: of = "" } = {}) => Promise.resolve(all.filter(({ tag }) => of === "" || tag === of));
    Object.assign(registration, { showNotification: show, getNotifications: get });
  });
}

/** The notifications that the browser shows. */
function shown(person: Person): Promise<Shown[]> {
  return workerOf(person).evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobalScope;
    const all = await registration.getNotifications();
    return (all as unknown as (Omit<Shown, "actions"> & { actions: { title: string }[] })[]).map(
      ({ title, body, tag, renotify, actions }) => {
        return { title, body, tag, renotify, actions: actions.map(({ title }) => title) };
      },
    );
  });
}

/**
 * Presses a notification, or its button: the service worker's handler gets the event of the browser. Resolves with the page that it
 * opens, which only a real press may do.
 */
function press(person: Person, action: string): Promise<string | null> {
  return workerOf(person).evaluate(async (action) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error("no notification is shown");
    let opened: string | null = null;
    scope.clients.openWindow = (url) => {
      opened = String(url);
      return Promise.resolve(null);
    };
    const done: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>): unknown => done.push(work);
    const event = new Event("notificationclick");
    for (const [name, value] of Object.entries({ notification, action, waitUntil }))
      Object.defineProperty(event, name, { value });
    scope.dispatchEvent(event);
    await Promise.all(done);
    return opened;
  }, action);
}

test("a turn is announced by the service worker, which opens the table or switches the kind off", async ({
  person,
}) => {
  const service = await PushService.open();
  const server = await GameServer.open(
    ...["--set", `push_services=["${service.origin}"]`, "--set", "times.notice_grace=0s"],
    ...["--set", "times.notice_look=50ms"],
  );
  try {
    const zoe = await person("Zoë", {
      at: server,
      context: { serviceWorkers: "allow", permissions: ["notifications"] },
    });
    await subscribes(zoe, service.subscription);
    await zoe.open("/");
    await appIsKept(zoe);
    await standIn(zoe);
    const request = zoe.context.request;
    const notices = `${zoe.origin}/api/me/notices`;

    // The bot may move before her page is open, so she asks for notifications only when she sees that it is her turn.
    const setup = { game: "point-city", variant: "standard", players: 2, options: { pace: DAYS } } as const;
    const code = await openTable(zoe, setup);
    await zoe.open(`/t/${code}`);
    const mayor = new Mayor(zoe);
    expect(await mayor.question()).toBe("turn");
    expect((await request.put(notices, { data: service.subscription })).status()).toBe(200);

    // She moves, and leaves before the bot has: it is her turn again while she doesn't look.
    await mayor.play(1);
    await zoe.open("/");
    const message = JSON.parse(await service.message()) as Message;
    await deliver(zoe, message);
    // One's own name is left out.
    const bot = /^\S+$/;
    const button = "Stop these notifications";
    await expect.poll(() => shown(zoe)).toHaveLength(1);
    const [first] = await shown(zoe);
    expect(first).toMatchObject({
      title: "Your turn · Point City",
      tag: code,
      renotify: true,
      actions: [button],
    });
    expect(first?.body).toMatch(bot);

    // A message that the server sent twice does not make a sound again; the next one of the same table does, in its place.
    await deliver(zoe, message);
    await expect.poll(async () => (await shown(zoe)).map(({ renotify }) => renotify)).toEqual([false]);
    const { data, ...rest } = message.notification;
    const later = { ...rest, data: { ...data, turn: data.turn + 1 }, body: "", news: "of a later version" };
    await deliver(zoe, { notification: later });
    await expect.poll(() => shown(zoe)).toMatchObject([{ title: rest.title, body: "", renotify: true }]);

    // A press opens the table.
    expect(await press(zoe, "")).toBe(`${zoe.origin}/t/${code}`);
    expect(await shown(zoe)).toEqual([]);

    // The button switches the kind off, on a device that is signed out as well.
    await deliver(zoe, message);
    await expect.poll(() => shown(zoe)).toHaveLength(1);
    const cookies = await zoe.context.cookies();
    await zoe.context.clearCookies();
    expect(await press(zoe, "mute")).toBeNull();
    expect(await shown(zoe)).toEqual([]);
    await zoe.context.addCookies(cookies);
    const { settings } = (await (await request.get(notices)).json()) as { settings: { reasons: string[] } };
    expect(settings.reasons).toEqual(["late", "started", "over", "invited", "soon"]);

    // The settings say so, and what was sent to which device.
    await zoe.press(zoe.page.getByRole("button", { name: "Settings", exact: true }));
    await zoe.press(zoe.page.getByRole("switch", { name: "Tell me when it is my turn" }));
    await expect(zoe.page.getByRole("switch", { name: "It’s my turn" })).not.toBeChecked();
    await expect(zoe.page.getByRole("switch", { name: "My time is almost up" })).toBeChecked();
    await zoe.page.getByText("What was sent lately").focus();
    await zoe.page.keyboard.press("Enter");
    const line = zoe.page.getByRole("listitem").filter({ hasText: "Chrome, Linux" });
    await expect(line).toHaveText(/It’s my turn.*sent/);
    await accessible(zoe);

    // Something is shown in any case: a browser ends the subscription of a page that shows nothing.
    await deliver(zoe, {} as Message);
    await expect.poll(async () => (await shown(zoe)).map(({ title }) => title)).toEqual(["Townhall"]);
  } finally {
    await server.close();
    service.close();
  }
});
