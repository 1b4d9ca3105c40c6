import type {
  AddedWebhook,
  EmailCode,
  MyChannel,
  MyNotices,
  NewEmail,
  NewSubscription,
  NewWebhook,
  NoticeSettings,
} from "$wire/protocol";
import { request, requestJson } from "./http";

/** Notifications while no page is open: of this browser, by email and by webhooks. */
export const notices = {
  /** The notifications of each channel, and the key with which the browser subscribes. */
  mine: () => requestJson<MyNotices>("/api/me/notices"),
  /** Hands over the browser's subscription, and what is to be sent. Resolves with what is sent. */
  subscribe: (subscription: NewSubscription) =>
    requestJson<NoticeSettings>("/api/me/notices", "PUT", subscription),
  /** Ends those of this browser. */
  end: async () => void (await request("/api/me/notices", "DELETE")),
  addWebhook: (webhook: NewWebhook) => requestJson<AddedWebhook>("/api/me/webhooks", "POST", webhook),
  /** Sends a code to an email address. */
  sendCode: async (email: NewEmail) => void (await request("/api/me/email", "POST", email)),
  /** Adds the email address whose code this is. */
  enterCode: (code: EmailCode) => requestJson<MyChannel>("/api/me/email/code", "POST", code),
  /** Changes what is sent to a webhook or an email address. */
  change: async (channel: number, settings: NoticeSettings) =>
    void (await request(`/api/me/channels/${channel}`, "PUT", settings)),
  /** Sends a first message to a webhook again. */
  check: (channel: number) => requestJson<MyChannel>(`/api/me/channels/${channel}/check`, "POST"),
  /** Removes a webhook or an email address. */
  remove: async (channel: number) => void (await request(`/api/me/channels/${channel}`, "DELETE")),
};
