import type { GameModule } from "$lib/game";
import { m } from "../../paraglide/messages.js";
import Picture from "./Picture.svelte";

export const game: GameModule = {
  id: "between-two-cities",
  name: () => m.btc_name(),
  blurb: () => "",
  minutes: 25,
  Picture,
  variantName: (variant) => variant,
  variantHint: () => "",
  load: async () => (await import("./table")).table,
};
