import { mount } from "svelte";
import Sprite from "./Sprite.svelte";

let there = false;

/** Puts the sprite into the page, once: every tile refers to it. */
export function needSprite(): void {
  if (there) return;
  there = true;
  mount(Sprite, { target: document.body });
}
