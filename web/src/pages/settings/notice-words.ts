import type { MyNotices, NoticeKind } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";

/** The names of the kinds of notifications. */
export const reasonWords: Record<NoticeKind, () => string> = {
  turn: () => m.notices_turn(),
  late: () => m.notices_late(),
  started: () => m.notices_started(),
  over: () => m.notices_over(),
  invited: () => m.notices_invited(),
  soon: () => m.notices_soon(),
};

/**
 * The title and the explanation of the channels. They name only channels that the server offers, or that the user has from a
 * time when it did. Null if there are none.
 */
export function channelWords({
  email,
  webhooks,
  channels,
}: Pick<MyNotices, "email" | "webhooks" | "channels">): { title: string; hint: string } | null {
  const byEmail = email || channels.some(({ medium }) => medium === "email");
  const byWebhook = webhooks || channels.some(({ medium }) => medium === "webhook");
  if (byEmail && byWebhook) return { title: m.channels_title(), hint: m.channels_hint() };
  if (byEmail) return { title: m.channels_title_email(), hint: m.channels_hint_email() };
  if (byWebhook) return { title: m.channels_title_webhook(), hint: m.channels_hint_webhook() };
  return null;
}
