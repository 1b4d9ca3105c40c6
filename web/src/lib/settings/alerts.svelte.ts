import { isFlag, Setting } from "./setting.svelte";

const known = "Notification" in globalThis;

const wanted = new Setting("alerts", isFlag, false);
let permission = $state<NotificationPermission>(known ? Notification.permission : "denied");
let shown: Notification | undefined;

/** Notifications of the browser when it is one's turn: only for those who want them, and only while the page is not in view. */
export const alerts = {
  /** Whether this browser supports them, and does not block them. */
  get possible(): boolean {
    return known && permission !== "denied";
  },
  get on(): boolean {
    return wanted.value && permission === "granted";
  },
  /** Turns them on or off. The browser asks for permission the first time; resolves with whether they are on. */
  async set(on: boolean): Promise<boolean> {
    if (on && known) permission = await Notification.requestPermission();
    wanted.value = on && permission === "granted";
    // Loaded when it is needed: the first page is small.
    const { push } = await import("./push.svelte");
    await (wanted.value ? push.begin() : push.end());
    return wanted.value;
  },
};

/** Whether this is a browser of an iPhone or iPad, where only an installed app may notify. */
export const mustInstall = !known && "standalone" in navigator;

/** At the start of a page whose user is known: hands the subscription over again, if notifications are on. */
export async function renewAlerts(): Promise<void> {
  if (alerts.on) await (await import("./push.svelte")).push.begin();
}

export interface Alert {
  title: string;
  text: string;
  /** A later one with the same tag takes its place. */
  tag: string;
}

/** Shows a notification if they are wanted and the page is not in view. A click on it brings the page back. */
export async function alertOf({ title, text, tag }: Alert): Promise<void> {
  if (!alerts.on || (!document.hidden && document.hasFocus())) return;
  const options = { body: text, tag, icon: `${import.meta.env.BASE_URL}icon-192.png` };
  try {
    const notification = new Notification(title, options);
    shown = notification;
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // On phones only a service worker may show them.
    const worker = await navigator.serviceWorker?.getRegistration();
    // A click on it brings the page back as well; see offline/sw.ts.
    await worker?.showNotification(title, { ...options, data: location.href });
  }
}

/** Removes the notification, because there is nothing to do any more. */
export function endAlert(): void {
  shown?.close();
  shown = undefined;
}
