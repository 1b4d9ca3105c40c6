import { beforeEach, expect, test, vi } from "vitest";

const SCOPE = "https://townhall.example/";
const at = (path: string): string => SCOPE + path;
const FILES = ["index.html", "assets/app-1.js", "icon-192.png"];
const CACHE = "townhall-two";

/** The caches of the browser: the text of each address, by the cache's name. */
let kept: Map<string, Map<string, string>>;
/** The answers of the network, by address; an address that is missing can't be reached. */
let network: Map<string, () => Promise<Response> | Response>;
let asked: { url: string; cache?: string | undefined }[];
let listeners: Map<string, (event: unknown) => void>;
let shown: { title: string; options: NotificationOptions & { data?: unknown } }[];
/** The pages of this browser that the worker can see. */
let pages: { url: string; focus: ReturnType<typeof vi.fn> }[];
let worker: Record<"skipWaiting", ReturnType<typeof vi.fn>> & {
  clients: Record<"claim" | "openWindow", ReturnType<typeof vi.fn>>;
};

async function match(url: string | Request, options?: { cacheName?: string }): Promise<Response | undefined> {
  const address = typeof url === "string" ? url : url.url;
  for (const [name, cache] of kept) {
    const found = cache.get(address);
    if (found !== undefined && (options?.cacheName ?? name) === name) return new Response(found);
  }
  return undefined;
}

/** Lets something happen in the worker; resolves when its work is done, with the answer, if it gives one. */
async function happens(type: string, event: object = {}): Promise<Response | undefined> {
  const work: unknown[] = [];
  let answer: Promise<Response> | undefined;
  const waitUntil = (promise: unknown) => work.push(promise);
  const respondWith = (response: Promise<Response>) => (answer = response);
  listeners.get(type)?.({ waitUntil, respondWith, ...event });
  await Promise.all(work);
  return answer;
}

/** The text that a page gets for a request; null if the worker leaves it to the browser. */
async function loaded(path: string, request: Partial<Request> = {}): Promise<string | null> {
  const url = path.startsWith("https:") ? path : at(path);
  const answer = await happens("fetch", { request: { method: "GET", mode: "cors", url, ...request } });
  return answer ? answer.text() : null;
}

const open = (path: string): Promise<string | null> => loaded(path, { mode: "navigate" });

const pushes = (notification: unknown): Promise<unknown> =>
  happens("push", { data: { json: () => ({ notification }) } });

beforeEach(async () => {
  vi.resetModules();
  kept = new Map();
  network = new Map(FILES.map((file) => [at(file), () => new Response(`new ${file}`)]));
  [asked, listeners, shown, pages] = [[], new Map(), [], []];
  worker = { skipWaiting: vi.fn(), clients: { claim: vi.fn(), openWindow: vi.fn() } };
  vi.stubGlobal("__FILES__", FILES);
  vi.stubGlobal("__VERSION__", "two");
  vi.stubGlobal("self", {
    ...worker,
    clients: { ...worker.clients, matchAll: async () => pages },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    registration: {
      scope: SCOPE,
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
      getNotifications: async ({ tag }: { tag: string }) =>
        shown.filter(({ options }) => options.tag === tag).map(({ options }) => options),
    },
  });
  vi.stubGlobal("caches", {
    match,
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, string>();
      kept.set(name, cache);
      return {
        put: async (url: string, response: Response) => void cache.set(url, await response.text()),
      };
    },
  });
  vi.stubGlobal("fetch", async (request: string | Request, options?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    asked.push({ url, cache: options?.cache });
    const answer = network.get(url);
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
  await import("./sw");
});

test("all files of a version are kept, and hashed ones of the version before are taken over", async () => {
  kept.set(
    "townhall-one",
    new Map([
      [at("assets/app-1.js"), "kept app"],
      [at("icon-192.png"), "old icon"],
    ]),
  );
  await happens("install");
  expect(kept.get(CACHE)).toEqual(
    new Map([
      [at("index.html"), "new index.html"],
      [at("assets/app-1.js"), "kept app"],
      [at("icon-192.png"), "new icon-192.png"],
    ]),
  );
  expect(asked).toEqual([
    { url: at("index.html"), cache: "no-cache" },
    { url: at("icon-192.png"), cache: "no-cache" },
  ]);
});

test("a version of which a file is missing is not installed", async () => {
  network.set(at("icon-192.png"), () => new Response("", { status: 404 }));
  await expect(happens("install")).rejects.toThrow("icon-192.png: 404");
});

test("a version that takes over removes the caches of the others, and no cache of anybody else", async () => {
  for (const name of ["townhall-one", CACHE, "other"]) kept.set(name, new Map());
  await happens("activate");
  expect([...kept.keys()]).toEqual([CACHE, "other"]);
  expect(worker.clients.claim).toHaveBeenCalledOnce();
});

test("a version waits until a page lets it take over", async () => {
  await happens("message", { data: "hello" });
  expect(worker.skipWaiting).not.toHaveBeenCalled();
  await happens("message", { data: "take-over" });
  expect(worker.skipWaiting).toHaveBeenCalledOnce();
});

test("files come from this version's cache, or from the network if they were removed", async () => {
  kept.set("townhall-one", new Map([[at("icon-192.png"), "old icon"]]));
  kept.set(CACHE, new Map([[at("assets/app-1.js"), "kept app"]]));
  expect(await loaded("assets/app-1.js?query")).toBe("kept app");
  expect(asked).toEqual([]);
  expect(await loaded("icon-192.png")).toBe("new icon-192.png");
});

test.each<[string, Partial<Request>]>([
  ["api/tables", {}],
  ["api/tables", { mode: "navigate" }],
  ["healthz", {}],
  ["other.txt", {}],
  ["index.html", { method: "POST" }],
  ["https://elsewhere.example/index.html", { mode: "navigate" }],
])("the worker leaves %s %j to the browser", async (path, request) => {
  expect(await loaded(path, request)).toBeNull();
});

test("the page comes from the network, which fits its server; else the kept one is shown", async () => {
  await happens("install");
  network.set(at("t/ABC234"), () => new Response("newest page"));
  expect(await open("t/ABC234")).toBe("newest page");
  network.set(at("t/ABC234"), () => new Response("no such table", { status: 404 }));
  expect(await open("t/ABC234")).toBe("no such table");
  network.set(at("t/ABC234"), () => new Response("proxy error", { status: 502 }));
  expect(await open("t/ABC234")).toBe("new index.html");
  network.delete(at("t/ABC234"));
  expect(await open("t/ABC234")).toBe("new index.html");
});

test("without a kept page, the answer of the network is shown, whatever it is", async () => {
  network.set(at("t/ABC234"), () => new Response("proxy error", { status: 502 }));
  expect(await open("t/ABC234")).toBe("proxy error");
  network.delete(at("t/ABC234"));
  await expect(open("t/ABC234")).rejects.toThrow("Failed to fetch");
});

test("a slow network is waited for, but not for long", async () => {
  await happens("install");
  vi.useFakeTimers();
  network.set(at("t/ABC234"), () => new Promise(() => undefined));
  let text: string | null = null;
  void open("t/ABC234").then((found) => (text = found));
  await vi.advanceTimersByTimeAsync(2_999);
  expect(text).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(text).toBe("new index.html");
});

const TURN = {
  title: "Your turn",
  body: "Ada has moved",
  lang: "en",
  tag: "ABC234",
  navigate: at("t/ABC234"),
  data: { mute: "No more turns", channel: 7, kind: "turn", token: "secret", turn: 3 },
};

test("a notification shows the words of the server, and a button to end its kind", async () => {
  await pushes(TURN);
  expect(shown).toMatchObject([
    {
      title: "Your turn",
      options: {
        body: "Ada has moved",
        lang: "en",
        tag: "ABC234",
        icon: at("icon-192.png"),
        actions: [{ action: "mute", title: "No more turns" }],
      },
    },
  ]);
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no JSON", { json: () => JSON.parse("{") as unknown }],
  ["another form", { json: () => ({ web_push: 1 }) }],
])("a message with %s shows something as well, or the browser ends the subscription", async (_, data) => {
  await happens("push", { data });
  expect(shown).toMatchObject([{ title: "Townhall", options: { actions: [], renotify: false } }]);
});

test("only another turn makes a sound again", async () => {
  const again = async (change: object = {}): Promise<unknown> => {
    await pushes({ ...TURN, data: { ...TURN.data, ...change } });
    return (shown.at(-1)?.options as { renotify?: boolean }).renotify;
  };
  expect(await again()).toBe(true);
  expect(await again()).toBe(false);
  expect(await again({ turn: 4 })).toBe(true);
  expect(await again({ kind: "rematch" })).toBe(true);
});

/** A click on the latest notification, or on one of its buttons. */
async function clicked(action = "", data: unknown = shown.at(-1)?.options.data): Promise<void> {
  const close = vi.fn();
  await happens("notificationclick", { action, notification: { data, close } });
  expect(close).toHaveBeenCalledOnce();
}

test("a click brings the page to the front, or opens it", async () => {
  await pushes(TURN);
  await clicked();
  expect(worker.clients.openWindow).toHaveBeenCalledExactlyOnceWith(at("t/ABC234"));
  pages = [at(""), at("t/ABC234")].map((url) => ({ url, focus: vi.fn() }));
  await clicked();
  await clicked("", at("t/ABC234"));
  expect(pages.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 2]);
  expect(worker.clients.openWindow).toHaveBeenCalledOnce();
});

test("no page of another site is opened", async () => {
  await pushes({ ...TURN, navigate: "https://elsewhere.example/" });
  await clicked();
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});

test("the button ends the kind at the server, without the guest's cookie, and opens nothing", async () => {
  const fetched = vi.fn(async () => new Response());
  vi.stubGlobal("fetch", fetched);
  await pushes(TURN);
  await clicked("mute");
  expect(fetched).toHaveBeenCalledExactlyOnceWith(at("api/notices/mute"), {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel: 7, kind: "turn", token: "secret" }),
  });
  expect(worker.clients.openWindow).not.toHaveBeenCalled();
});
