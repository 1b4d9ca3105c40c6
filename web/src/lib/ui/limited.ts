import { on } from "svelte/events";
import type { Attachment } from "svelte/attachments";
import { firstCharacters } from "../characters";

/** Keeps an input at so many characters. `maxlength` counts an emoji of a family as eleven. */
export function limited(most: number): Attachment<HTMLInputElement> {
  return (input) => {
    const cut = (event: Event): void => {
      if (event instanceof InputEvent && event.isComposing) return;
      const kept = firstCharacters(input.value, most);
      if (kept === input.value) return;
      input.value = kept;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    const ends = [on(input, "input", cut), on(input, "compositionend", cut)];
    return () => ends.forEach((end) => end());
  };
}
