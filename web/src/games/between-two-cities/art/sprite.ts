import { mount } from "svelte";
import Sprite from "./Sprite.svelte";

let there = false;

/** Puts the buildings into the page, once: every tile is a reference to them. */
export function needSprite(): void {
  if (there) return;
  there = true;
  mount(Sprite, { target: document.body });
}
