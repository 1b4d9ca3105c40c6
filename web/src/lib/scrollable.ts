import type { Attachment } from "svelte/attachments";

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
