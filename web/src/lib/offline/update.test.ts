import { beforeEach, expect, test, vi } from "vitest";

/** The locks of the browser's pages, of one name: shared and exclusive holders, the next in a queue. */
class FakeLocks {
  held: { shared: boolean; over: Promise<unknown> }[] = [];
  waiting: { shared: boolean; run(): void }[] = [];

  request(
    _name: string,
    ...[options, work]: [{ mode: string }, () => Promise<void>] | [() => Promise<void>]
  ): Promise<void> {
    const shared = typeof options !== "function" && options.mode === "shared";
    const held = typeof options === "function" ? options : work;
    return new Promise((resolve) => {
      const run = (): void => {
        const over = Promise.resolve(held?.());
        const own = { shared, over };
        this.held.push(own);
        void over.then(() => {
          this.held.splice(this.held.indexOf(own), 1);
          resolve();
          this.#next();
        });
      };
      this.waiting.push({ shared, run });
      this.#next();
    });
  }
  query(): Promise<{ pending: { name: string }[] }> {
    return Promise.resolve({ pending: this.waiting.map(() => ({ name: "townhall-at-table" })) });
  }
  #next(): void {
    const [next] = this.waiting;
    if (!next) return;
    const may = next.shared ? this.held.every(({ shared }) => shared) : this.held.length === 0;
    if (!may) return;
    this.waiting.shift();
    next.run();
    this.#next();
  }
}

let page: EventTarget & { visibilityState?: string; readyState?: string };
let serviceWorker: EventTarget & { controller: object | null; register: ReturnType<typeof vi.fn> };
let registration: {
  waiting: { postMessage: ReturnType<typeof vi.fn> } | null;
  update: ReturnType<typeof vi.fn>;
};
let place: { pathname: string; hash: string; reload: ReturnType<typeof vi.fn> };
let locks: FakeLocks;
let update: typeof import("./update");

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const waiting = (): { postMessage: ReturnType<typeof vi.fn> } => ({ postMessage: vi.fn() });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = Object.assign(new EventTarget(), { visibilityState: "visible", readyState: "complete" });
  registration = { waiting: null, update: vi.fn(async () => undefined) };
  serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: vi.fn(async () => registration),
  });
  place = { pathname: "/", hash: "", reload: vi.fn() };
  locks = new FakeLocks();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("navigator", { serviceWorker, locks });
  vi.stubGlobal("location", place);
  vi.stubEnv("PROD", true);
  update = await import("./update");
  return () => vi.unstubAllEnvs();
});

test("the app is kept once the page is loaded, which needs the network more", async () => {
  page.readyState = "interactive";
  update.keepApp();
  expect(serviceWorker.register).not.toHaveBeenCalled();
  page.dispatchEvent(new Event("load"));
  expect(serviceWorker.register).toHaveBeenCalledExactlyOnceWith("/sw.js", { updateViaCache: "none" });
});

test("a browser without service workers keeps nothing", () => {
  vi.stubGlobal("navigator", {});
  update.keepApp();
  page.dispatchEvent(new Event("visibilitychange"));
  expect(serviceWorker.register).not.toHaveBeenCalled();
});

test("a new version takes over at home, if no page shows a table", async () => {
  registration.waiting = waiting();
  update.keepApp();
  await settled();
  expect(registration.waiting.postMessage).toHaveBeenCalledExactlyOnceWith("take-over");
});

test("a new version waits until the last page with a table has left it", async () => {
  const [first, second] = [update.holdOff(), update.holdOff()];
  registration.waiting = waiting();
  update.keepApp();
  await settled();
  first();
  await settled();
  expect(registration.waiting.postMessage).not.toHaveBeenCalled();
  second();
  await settled();
  expect(registration.waiting.postMessage).toHaveBeenCalledOnce();
});

test("a page that shows a table by the time the others have left theirs keeps its version", async () => {
  const release = update.holdOff();
  registration.waiting = waiting();
  update.keepApp();
  await settled();
  place.pathname = "/t/ABC234";
  release();
  await settled();
  expect(registration.waiting.postMessage).not.toHaveBeenCalled();
});

test("a page that waits to show a table goes first", async () => {
  const release = update.holdOff();
  registration.waiting = waiting();
  update.keepApp();
  await settled();
  update.holdOff();
  release();
  await settled();
  expect(registration.waiting.postMessage).not.toHaveBeenCalled();
});

test("away from home, no version takes over", async () => {
  place.pathname = "/score/point-city";
  registration.waiting = waiting();
  update.keepApp();
  await settled();
  expect(registration.waiting.postMessage).not.toHaveBeenCalled();
  place.pathname = "/";
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await settled();
  expect(registration.waiting.postMessage).toHaveBeenCalledOnce();
});

test("once another version has taken over, the page at home is loaded again, and others are not", () => {
  update.keepApp();
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(place.reload).toHaveBeenCalledOnce();
  place.pathname = "/t/ABC234";
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(place.reload).toHaveBeenCalledOnce();
});

test("the first version that is kept is the one that the page shows", () => {
  serviceWorker.controller = null;
  update.keepApp();
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(place.reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(place.reload).toHaveBeenCalledOnce();
});

test("a page that comes back looks for a new version, once an hour", async () => {
  update.keepApp();
  await settled();
  const comesBack = (): void => void page.dispatchEvent(new Event("visibilitychange"));
  comesBack();
  await vi.advanceTimersByTimeAsync(3_599_999);
  comesBack();
  expect(registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  page.visibilityState = "hidden";
  comesBack();
  expect(registration.update).not.toHaveBeenCalled();
  page.visibilityState = "visible";
  comesBack();
  comesBack();
  expect(registration.update).toHaveBeenCalledOnce();
});
