import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { MyNotices, NewSubscription, NoticeSettings } from "$wire/protocol";
import type { Tables } from "../table/tables";
import type { push as Push } from "./push.svelte";

/** The key of the server, in base64url, and its bytes. */
const KEY = "AQID";
const KEY_BYTES = new Uint8Array([1, 2, 3]).buffer;

const settings = (...reasons: string[]): NoticeSettings =>
  ({ reasons, quiet: null, digest: null }) as unknown as NoticeSettings;

/** A subscription of the browser, for the server with this key. */
const subscription = (
  address: string,
  applicationServerKey: ArrayBuffer | null = KEY_BYTES,
  secret = "s",
) => ({
  options: { applicationServerKey },
  toJSON: () => ({ endpoint: address, keys: { p256dh: "p", auth: secret } }),
  unsubscribe: vi.fn(async () => {
    known = null;
    return true;
  }),
});

/** The browser's subscription. */
let known: ReturnType<typeof subscription> | null;
/** The requests that reached the server. */
let handed: NewSubscription[];
let notices: Record<"mine" | "subscribe" | "end", ReturnType<typeof vi.fn>>;
let manager: Record<"getSubscription" | "subscribe", ReturnType<typeof vi.fn>> | undefined;
let push: typeof Push;

beforeEach(async () => {
  vi.resetModules();
  vi.doMock("./locale.svelte", () => ({ locale: { current: "hu" } }));
  known = null;
  handed = [];
  manager = {
    getSubscription: vi.fn(async () => known),
    subscribe: vi.fn(async () => (known = subscription("https://push.example/new"))),
  };
  vi.stubGlobal("navigator", {
    serviceWorker: { getRegistration: async () => ({ pushManager: manager }) },
  });
  notices = {
    mine: vi.fn(async () => ({ key: KEY }) as MyNotices),
    subscribe: vi.fn(async (subscription: NewSubscription) => {
      handed.push(subscription);
      return subscription.settings ?? settings("turn");
    }),
    end: vi.fn(async () => undefined),
  };
  vi.doMock("../server/notices", () => ({ notices }));
  const { useTables } = await import("../table/tables");
  useTables({ hasServer: true } as Tables);
  ({ push } = await import("./push.svelte"));
});

afterAll(() => {
  vi.doUnmock("./locale.svelte");
  vi.doUnmock("../server/notices");
  vi.resetModules();
});

test("a browser without a subscription makes one for the server, and hands it over", async () => {
  expect(await push.begin(settings("rematch"))).toBe(true);
  expect(manager?.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: KEY,
  });
  expect(handed).toEqual([
    {
      address: "https://push.example/new",
      p256dh: "p",
      auth: "s",
      language: "hu",
      settings: settings("rematch"),
    },
  ]);
  expect(push.settings).toEqual(settings("rematch"));
});

test("at a later start the subscription is handed over again, and what is sent stays as it is", async () => {
  known = subscription("https://push.example/old");
  expect(await push.begin()).toBe(true);
  expect(manager?.subscribe).not.toHaveBeenCalled();
  expect(handed).toEqual([{ address: "https://push.example/old", p256dh: "p", auth: "s", language: "hu" }]);
  expect(push.settings).toEqual(settings("turn"));
});

test.each([
  ["another server", new Uint8Array([9]).buffer],
  ["no server", null],
])("a subscription for %s is replaced", async (_, key) => {
  const other = subscription("https://push.example/old", key);
  known = other;
  expect(await push.begin()).toBe(true);
  expect(other.unsubscribe).toHaveBeenCalledOnce();
  expect(handed.map(({ address }) => address)).toEqual(["https://push.example/new"]);
});

test.each<[string, () => void]>([
  ["no service worker", () => vi.stubGlobal("navigator", {})],
  ["no push service", () => (manager = undefined)],
  [
    "a person who says no",
    () => manager?.subscribe.mockRejectedValue(new DOMException("", "NotAllowedError")),
  ],
  ["a server that does not answer", () => notices.mine.mockRejectedValue(new TypeError("Failed to fetch"))],
  [
    "a subscription without a secret",
    () => (known = subscription("https://push.example/old", KEY_BYTES, "")),
  ],
])("with %s, no notifications will come", async (_, happens) => {
  happens();
  expect(await push.begin(settings("turn"))).toBe(false);
  expect(push.settings).toBeNull();
  expect(handed).toEqual([]);
});

test("the settings are shown at once, and the server's answer to the latest change is what counts", async () => {
  const answers: ((sent: NoticeSettings) => void)[] = [];
  notices.subscribe.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const first = push.begin(settings("turn"));
  const second = push.begin(settings("rematch"));
  expect(push.settings).toEqual(settings("rematch"));
  await vi.waitUntil(() => answers.length === 1);
  answers[0]?.(settings("turn"));
  await first;
  expect(push.settings).toEqual(settings("rematch"));
  // The second change reaches the server after the first one was answered.
  await vi.waitUntil(() => answers.length === 2);
  answers[1]?.(settings("rematch", "invitation"));
  await second;
  expect(push.settings).toEqual(settings("rematch", "invitation"));
});

test("ending takes the subscription from the server and from the browser, in this order", async () => {
  await push.begin(settings("turn"));
  const ended = push.end();
  expect(push.settings).toBeNull();
  await ended;
  expect(notices.end).toHaveBeenCalledOnce();
  expect(known).toBeNull();
  expect(push.settings).toBeNull();
});

test("a change that is on its way when notifications end shows nothing any more", async () => {
  let answer: (sent: NoticeSettings) => void = () => undefined;
  notices.subscribe.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const begun = push.begin(settings("turn"));
  await vi.waitUntil(() => notices.subscribe.mock.calls.length === 1);
  const ended = push.end();
  expect(notices.end).not.toHaveBeenCalled();
  answer(settings("turn"));
  await Promise.all([begun, ended]);
  expect(push.settings).toBeNull();
  expect(notices.end).toHaveBeenCalledOnce();
});

test("a page without a server asks for no subscription", async () => {
  (await import("../table/tables")).useTables({ hasServer: false } as Tables);
  expect(await push.begin()).toBe(false);
  await push.end();
  expect([notices.mine, notices.end, manager?.subscribe].map((one) => one?.mock.calls.length)).toEqual([
    0, 0, 0,
  ]);
});

test("the browser's subscription ends even if the server does not answer", async () => {
  known = subscription("https://push.example/old");
  notices.end.mockRejectedValue(new TypeError("Failed to fetch"));
  await push.end();
  expect(known).toBeNull();
});
