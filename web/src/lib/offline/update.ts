import { here } from "../navigation/route";

/** The lock that a page holds while it shows a table; see `holdOff`. */
const AT_TABLE = "townhall-at-table";
/** How often a new version is looked for at most, in milliseconds. */
const LOOK_AGAIN = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;

/**
 * Keeps the whole app in this browser, and up to date. A new version takes over between games: when this page comes home,
 * or is out of sight there, and no page of this browser shows a table.
 */
export function keepApp(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  let first = serviceWorker.controller === null;
  let looked = Date.now();
  serviceWorker.addEventListener("controllerchange", () => {
    // The first version that is kept is the one that this page shows.
    if (first) first = false;
    else if (here() === "/") location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    void takeOver();
    if (document.visibilityState === "hidden" || Date.now() - looked < LOOK_AGAIN) return;
    looked = Date.now();
    registration?.update().catch(() => undefined);
  });
  const register = async (): Promise<void> => {
    try {
      registration = await serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`, {
        updateViaCache: "none",
      });
      await takeOver();
    } catch (error) {
      console.warn("the app can't be kept in this browser:", error);
    }
  };
  // After the page, which needs the network more.
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register(), { once: true });
}

/** Whether a version waits for the end of all games. */
let waits = false;

/** Lets a version that waits take over as soon as no game is on. */
export async function takeOver(): Promise<void> {
  if (waits || !registration?.waiting || here() !== "/") return;
  waits = true;
  try {
    await navigator.locks.request(AT_TABLE, async () => {
      // The page may show a table by now.
      const { pending } = await navigator.locks.query();
      const free = here() === "/" && !pending?.some(({ name }) => name === AT_TABLE);
      if (free) registration?.waiting?.postMessage("take-over");
    });
  } finally {
    waits = false;
  }
}

/** Keeps new versions from taking over while a page shows a table. Returns what ends that. */
export function holdOff(): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  // Without a service worker there are no locks either: both need https, and a browser that stores something for the page.
  navigator.locks?.request(AT_TABLE, { mode: "shared" }, () => held).catch(() => undefined);
  return release;
}
