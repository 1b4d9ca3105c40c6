import type { GameModule } from "$lib/game/game";
import { m } from "../../paraglide/messages.js";

export const game: GameModule = {
  id: "point-city",
  name: () => m.pc_name(),
  blurb: () => m.pc_blurb(),
  minutes: 30,
  loadPicture: async () => (await import("./art/Picture.svelte")).default,
  loadThumbnail: async () => (await import("./art/Thumbnail.svelte")).default,
  variantName(variant, among) {
    const alone = among === "alone";
    switch (variant) {
      case "solo-easy":
        return alone ? m.alone_easy() : m.variant_easy();
      case "solo-medium":
        return alone ? m.alone_medium() : m.variant_medium();
      case "solo-hard":
        return alone ? m.alone_hard() : m.variant_hard();
      default:
        return m.variant_standard();
    }
  },
  variantHint(variant) {
    switch (variant) {
      case "solo-easy":
        return m.pc_hint_easy();
      case "solo-medium":
        return m.pc_hint_medium();
      case "solo-hard":
        return m.pc_hint_hard();
      default:
        return m.pc_hint_standard();
    }
  },
  load: async () => (await import("./table")).table,
  loadRules: async () => (await import("./rules/Rules.svelte")).default,
  loadSheet: async () => (await import("./sheet")).sheet,
  loadCourse: async () => (await import("./course")).course,
};
