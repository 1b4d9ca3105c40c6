import { base64url } from "../base64url";
import type { NoticeSettings } from "$wire/protocol";
import { notices } from "../server/notices";
import { tables } from "../table/tables";
import { locale } from "./locale.svelte";

let settings = $state.raw<NoticeSettings | null>(null);

/** Changes reach the server one after the other, and only the answer to the latest is shown. */
let queue: Promise<void> = Promise.resolve();
let turns = 0;

/** Notifications of the server, which come when no page is open. */
export const push = {
  /** The notifications that are sent to this browser; null if there are none, or they are not known yet. */
  get settings(): NoticeSettings | null {
    return settings;
  },
  /**
   * Subscribes, or hands the subscription over again, which is to be done at each start: browsers renew subscriptions.
   * `wanted` is what is sent from now on. Resolves with whether notifications will come.
   */
  begin(wanted?: NoticeSettings): Promise<boolean> {
    if (wanted) settings = wanted;
    const turn = ++turns;
    queue = queue.then(async () => {
      const sent = await subscribe(wanted);
      if (turn === turns) settings = sent;
    });
    return queue.then(() => settings !== null);
  },
  /** Ends them. */
  async end(): Promise<void> {
    settings = null;
    turns += 1;
    await queue;
    if (tables().hasServer) await notices.end().catch(() => undefined);
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  },
};

/**
 * Subscribes, and resolves with what is sent; null without a name, a network or a push service: then there are notifications of
 * open pages only.
 */
async function subscribe(wanted?: NoticeSettings): Promise<NoticeSettings | null> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (!tables().hasServer || !worker?.pushManager) return null;
    const { key } = await notices.mine();
    const { endpoint, keys } = (await subscribed(worker.pushManager, key)).toJSON();
    if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return null;
    return await notices.subscribe({
      address: endpoint,
      p256dh: keys["p256dh"],
      auth: keys["auth"],
      language: locale.current,
      ...(wanted && { settings: wanted }),
    });
  } catch {
    return null;
  }
}

/** The browser's subscription for the server of this key. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && base64url(known.options.applicationServerKey ?? new ArrayBuffer(0)) === key) return known;
  // The subscription is that of another server at the same address.
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
