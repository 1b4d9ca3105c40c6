/// <reference lib="webworker" />
// The service worker: keeps the whole app, so that it opens without a network. It is built by vite.config.ts, which knows
// the files of the app, and their version.

export {};
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const sw = self as unknown as ServiceWorkerGlobalScope;

/** The caches of all versions begin with this. */
const CACHES = "townhall-";
const CACHE = CACHES + __VERSION__;

/** The page, which serves every address that is not a file. */
const PAGE = "index.html";
/** The folder of files whose names change with their contents. */
const HASHED = "assets/";
/** How long the network may take for the page before the one of this version is shown, in milliseconds. */
const NETWORK_TIMEOUT = 3_000;

const files = new Set(__FILES__);
const at = (path: string): string => new URL(path, sw.registration.scope).href;
const pathOf = (url: URL): string => url.origin + url.pathname;

sw.addEventListener("install", (event) => event.waitUntil(fill()));
sw.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => sw.clients.claim())));
sw.addEventListener("message", (event) => {
  // The page says so when no game is open. Until then the version before serves its own files.
  if (event.data === "take-over") void sw.skipWaiting();
});

sw.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = pathOf(url).slice(sw.registration.scope.length);
  if (request.method !== "GET" || !url.href.startsWith(sw.registration.scope)) return;
  // Answers of a server are never cached.
  if (path.startsWith("api/") || path === "healthz") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (files.has(path)) event.respondWith(file(request, path));
});

/** A notification of the server, in the form of Declarative Web Push; see crates/townhall-notices/src/text.rs. */
interface Pushed {
  title: string;
  body: string;
  lang: string;
  tag: string;
  /** The page to open. */
  navigate: string;
  /** The words of the button that switches its kind off, what the server has to be told then, and the number of the turn. */
  data: { mute: string; channel: number; kind: string; token: string; turn?: number };
}

/** The data that is kept with a notification. */
interface Kept {
  navigate: string;
  own?: Pushed["data"] | undefined;
}

// Something is always shown: browsers end the subscription of a page that shows nothing.
sw.addEventListener("push", (event) => event.waitUntil(show(event.data)));

async function show(message: PushMessageData | null): Promise<void> {
  let pushed: Partial<Pushed> = {};
  try {
    pushed = (message?.json() as { notification?: Pushed }).notification ?? {};
  } catch {
    // It is not of this version.
  }
  const { title = "Townhall", body = "", lang = "", tag = "", navigate = at(""), data: own } = pushed;
  const actions = own ? [{ action: MUTE, title: own.mute }] : [];
  const icon = at("icon-192.png");
  // The next turn at the same table makes a sound again; a message that was sent twice does not. Not every browser has buttons
  // on notifications.
  const renotify = tag !== "" && !(await isShown(tag, own));
  const data: Kept = { navigate, own };
  const options = { body, lang, tag, renotify, icon, data, actions };
  await sw.registration.showNotification(title, options);
}

/** Whether a notification of the same turn is there already. */
async function isShown(tag: string, own: Pushed["data"] | undefined): Promise<boolean> {
  const shown = await sw.registration.getNotifications({ tag });
  return shown.some(({ data }) => {
    const before = (data as Kept | null)?.own;
    return before && own && before.kind === own.kind && before.turn === own.turn;
  });
}

/** The button that switches the kind of a notification off. */
const MUTE = "mute";

sw.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // A notification of a page has only its address.
  const data = event.notification.data as string | Kept;
  if (typeof data === "string") event.waitUntil(bringBack(data));
  else if (event.action === MUTE && data.own) event.waitUntil(mute(data.own));
  else event.waitUntil(bringBack(data.navigate));
});

/** Switches a kind of notifications off, without the guest's cookie. */
async function mute({ channel, kind, token }: Pushed["data"]): Promise<void> {
  await fetch(at("api/notices/mute"), {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ channel, kind, token }),
  });
}

/** Brings the page to the front that showed a notification; opens it anew if it is gone or shows something else by now. */
async function bringBack(href: string): Promise<void> {
  const pages = await sw.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href);
  if (page) await page.focus();
  else if (href.startsWith(sw.registration.scope)) await sw.clients.openWindow(href);
}

/** Keeps all files of this version. Those that the version before had as well are taken from there. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    [...files].map(async (path) => {
      const url = at(path);
      const known = path.startsWith(HASHED) ? await caches.match(url) : undefined;
      await cache.put(url, known ?? (await fetched(url, path.startsWith(HASHED))));
    }),
  );
}

async function fetched(url: string, hashed: boolean): Promise<Response> {
  const response = await fetch(url, { cache: hashed ? "default" : "no-cache" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  // A page that came by a redirect is refused for a navigation.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function tidy(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The newest page, if the network has it in time: it fits the server that answers. Else that of this version. */
async function page(request: Request): Promise<Response> {
  const kept = async (): Promise<Response | undefined> => caches.match(at(PAGE), { cacheName: CACHE });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), NETWORK_TIMEOUT)));
  try {
    const response = await Promise.race([fetch(request), late]);
    if (response && response.status < 500) return response;
    return (await kept()) ?? response ?? fetch(request);
  } catch (error) {
    const page = await kept();
    if (page) return page;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function file(request: Request, path: string): Promise<Response> {
  return (await caches.match(at(path), { cacheName: CACHE })) ?? fetch(request);
}
