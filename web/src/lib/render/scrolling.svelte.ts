import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Action } from "svelte/action";
import type { Earlier } from "$wire/protocol";
import type { Connection } from "../table/connection";

/** How near to its end a list counts as scrolled to it, in pixels. */
const END_MARGIN = 24;

/** Keeps a list scrolled to its end while `newest` changes, unless the reader has scrolled up. */
export function follow(newest: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    let following = true;
    const scrolled = (): void => {
      following = list.scrollHeight - list.scrollTop - list.clientHeight < END_MARGIN;
    };
    list.addEventListener("scroll", scrolled, { passive: true });
    $effect(() => {
      newest();
      if (following) void tick().then(() => (list.scrollTop = list.scrollHeight));
    });
    return () => list.removeEventListener("scroll", scrolled);
  };
}

/** How near to the top of a pane earlier lines are loaded, in pixels. */
const EARLIER_LINES_MARGIN = 200;

/** Loads earlier lines of log or talk when their pane is scrolled up. The visible lines stay in place. */
export const earlierLines: Action<HTMLElement, { connection: Connection; what: keyof Earlier }> = (
  pane,
  { connection, what },
) => {
  const scrolled = async (): Promise<void> => {
    const before = connection.earlier[what];
    if (pane.scrollTop > EARLIER_LINES_MARGIN || before === 0) return;
    const below = pane.scrollHeight - pane.scrollTop;
    try {
      await connection.loadEarlier(what);
    } catch {
      // If the request fails, it is repeated at the next scroll.
      return;
    }
    await tick();
    if (connection.earlier[what] !== before) pane.scrollTop = pane.scrollHeight - below;
  };
  const listener = (): void => void scrolled();
  pane.addEventListener("scroll", listener, { passive: true });
  return { destroy: () => pane.removeEventListener("scroll", listener) };
};

/** An element that scrolls: while not all of it is seen, the keyboard can reach it, and so scroll it. */
export const scrollable: Attachment<HTMLElement> = (element) => {
  let due = 0;
  const look = (): void => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  };
  // In the next frame, where asking costs no layout of its own.
  const soon = (): void => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(look);
  };
  const size = new ResizeObserver(soon);
  size.observe(element);
  const content = new MutationObserver(soon);
  content.observe(element, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(due);
    size.disconnect();
    content.disconnect();
  };
};
