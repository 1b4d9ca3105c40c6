import type { Attachment } from "svelte/attachments";

/** A size of text that can be tried: the values of the custom properties that the style of the box uses. */
export type TextSize = Readonly<Record<`--${string}`, string>>;

/**
 * Sets the first of these sizes in which the words of a box fit into it, else the last. `words`: all that the fit depends on.
 */
export function fitted(sizes: readonly TextSize[], words: () => unknown): Attachment<HTMLElement> {
  return (box) => {
    words();
    for (const size of sizes) {
      for (const [name, value] of Object.entries(size)) box.style.setProperty(name, value);
      if (box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1) break;
    }
  };
}
