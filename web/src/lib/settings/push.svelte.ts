import type { NoticeSettings } from "$wire/protocol";
import { tables } from "../table/tables";
import { locale } from "./locale.svelte";

let settings = $state.raw<NoticeSettings | null>(null);

/** Notifications of the server, which come when no page is open. */
export const push = {
  /** What is sent to this browser; null if nothing is, or it is not known yet. */
  get settings(): NoticeSettings | null {
    return settings;
  },
  /**
   * Subscribes, or hands the subscription over again, which is to be done at each start: browsers renew subscriptions.
   * `wanted` is what is sent from now on. Resolves with whether notifications will come.
   */
  async begin(wanted?: NoticeSettings): Promise<boolean> {
    const notices = tables().devices?.notices;
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!notices || !worker?.pushManager) return false;
    try {
      const { key } = await notices.mine();
      const subscription = await subscribed(worker.pushManager, key);
      const { endpoint, keys } = subscription.toJSON();
      if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return false;
      settings = await notices.subscribe({
        address: endpoint,
        p256dh: keys["p256dh"],
        auth: keys["auth"],
        language: locale.current,
        ...(wanted && { settings: wanted }),
      });
    } catch {
      // Without a name, a network or a push service there are notifications of open pages only.
      settings = null;
    }
    return settings !== null;
  },
  /** Ends them. */
  async end(): Promise<void> {
    settings = null;
    await tables()
      .devices?.notices.end()
      .catch(() => undefined);
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  },
};

/** The browser's subscription for the server of this key. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === key) return known;
  // The subscription is that of another server at the same address.
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
