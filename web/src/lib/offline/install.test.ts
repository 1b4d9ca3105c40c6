import { beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "$lib/settings/fake-storage";

let page: EventTarget;
let install: (typeof import("./install.svelte"))["install"];

/** The browser offers to install the app. */
function offered(): { prompt: ReturnType<typeof vi.fn>; defaultPrevented: boolean } {
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: vi.fn() });
  page.dispatchEvent(event);
  return event;
}

async function loaded(): Promise<void> {
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  ({ install } = await import("./install.svelte"));
}

beforeEach(async () => {
  fakeStorage();
  await loaded();
});

test("the browser's own offer is held back until the user accepts ours", async () => {
  expect(install.offered).toBe(false);
  const offer = offered();
  expect([offer.defaultPrevented, install.offered]).toEqual([true, true]);
  expect(offer.prompt).not.toHaveBeenCalled();
  await install.accept();
  expect(offer.prompt).toHaveBeenCalledOnce();
  expect(install.offered).toBe(false);
});

test.each(["accept", "decline"] as const)(
  "a user who was asked and answers '%s' is not asked again",
  async (answer) => {
    const offer = offered();
    await install[answer]();
    expect(offer.prompt).toHaveBeenCalledTimes(answer === "accept" ? 1 : 0);
    await loaded();
    expect(offered().defaultPrevented).toBe(true);
    expect(install.offered).toBe(false);
  },
);

test("an app that was installed otherwise is not offered", () => {
  offered();
  page.dispatchEvent(new Event("appinstalled"));
  expect(install.offered).toBe(false);
});
