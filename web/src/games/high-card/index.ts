// High Card (crates/high-card) with a bare board. Only in the test build (`--mode third-game`): it shows what a third game
// takes, so its few words are not in the catalogues.

import type { GameModule } from "$lib/game/game";

export const game: GameModule = {
  id: "high-card",
  name: () => "High Card",
  blurb: () => "Discard a card, then play the highest.",
  minutes: 1,
  loadPicture: async () => (await import("./Picture.svelte")).default,
  variantName: (variant) => variant,
  variantHint: () => "",
  load: async () => (await import("./table")).table,
  loadRules: async () => (await import("./Learn.svelte")).default,
};
