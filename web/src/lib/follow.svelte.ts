import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** How near to its end a list counts as scrolled to it, in pixels. */
const NEAR = 24;

/** Keeps a list scrolled to its end while `newest` changes, unless somebody has scrolled up to read. */
export function follow(newest: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let following = true;
    const scrolled = (): void => {
      following = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
    };
    list.addEventListener("scroll", scrolled, { passive: true });
    $effect(() => {
      newest();
      if (following) void tick().then(() => (list.scrollTop = list.scrollHeight));
    });
    return () => list.removeEventListener("scroll", scrolled);
  };
}
