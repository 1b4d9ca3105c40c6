import type { GameModule } from "$lib/game/game";
import { m } from "../../paraglide/messages.js";
import { optionWords } from "./options";

const names: Record<string, () => string> = {
  standard: () => m.variant_standard(),
  "two-player": () => m.btc_variant_two(),
  "automa-easy": () => m.variant_easy(),
  "automa-medium": () => m.variant_medium(),
  "automa-hard": () => m.variant_hard(),
};

const namesAlone: Record<string, () => string> = {
  "automa-easy": () => m.alone_easy(),
  "automa-medium": () => m.alone_medium(),
  "automa-hard": () => m.alone_hard(),
};

const hints: Record<string, () => string> = {
  standard: () => m.btc_hint_standard(),
  "two-player": () => m.btc_hint_two(),
  "automa-easy": () => m.btc_hint_easy(),
  "automa-medium": () => m.btc_hint_medium(),
  "automa-hard": () => m.btc_hint_hard(),
};

export const game: GameModule = {
  id: "between-two-cities",
  name: () => m.btc_name(),
  blurb: () => m.btc_blurb(),
  minutes: 25,
  loadPicture: async () => (await import("./art/Picture.svelte")).default,
  loadThumbnail: async () => (await import("./art/Thumbnail.svelte")).default,
  options: optionWords,
  variantName: (variant, among) => (among === "alone" ? namesAlone : names)[variant]?.() ?? variant,
  variantHint: (variant) => hints[variant]?.() ?? "",
  load: async () => (await import("./table")).table,
  loadRules: async () => (await import("./rules/Rules.svelte")).default,
  loadSheet: async () => (await import("./sheet")).sheet,
  loadSeating: async () => (await import("./seating/Seating.svelte")).default,
  loadCourse: async () => (await import("./course")).course,
};
