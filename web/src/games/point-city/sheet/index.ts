import type { SheetKit } from "$lib/game/game";
import Poster from "./Poster.svelte";
import Sheet from "./Sheet.svelte";

export const sheet: SheetKit = { Sheet, Poster };
