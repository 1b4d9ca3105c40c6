import { expect, test } from "vitest";
import type { MyChannel } from "$wire/protocol";
import { m } from "../../paraglide/messages.js";
import { channelWords } from "./notice-words";

const settings = { reasons: [], quiet: null, digest: null };
const channel = (medium: MyChannel["medium"]): MyChannel => ({
  ...{ id: 1, medium, address: "zoe@mail.example", settings, problem: "" },
});

test.each([
  { email: true, webhooks: true, channels: [], title: m.channels_title() },
  { email: true, webhooks: false, channels: [], title: m.channels_title_email() },
  { email: false, webhooks: true, channels: [], title: m.channels_title_webhook() },
  // From a time when the server sent emails.
  { email: false, webhooks: true, channels: [channel("email")], title: m.channels_title() },
  { email: false, webhooks: false, channels: [channel("webhook")], title: m.channels_title_webhook() },
  { email: false, webhooks: false, channels: [], title: undefined },
])("the title names what the server offers: email $email, webhooks $webhooks", ({ title, ...mine }) => {
  expect(channelWords(mine)?.title).toBe(title);
});
