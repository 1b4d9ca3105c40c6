import type { GameModule } from "$lib/game";
import { m } from "../../paraglide/messages.js";
import Picture from "./Picture.svelte";

export const game: GameModule = {
  id: "point-city",
  name: () => m.pc_name(),
  blurb: () => "",
  minutes: 30,
  Picture,
  variantName: (variant) => variant,
  variantHint: () => "",
  load: async () => (await import("./table")).table,
};
