import type { Component } from "svelte";

/** An explanation of something on the table. */
export interface Explained {
  /** "Park". */
  title: string;
  /** The rule by which it scores, and its points now; a sentence each. */
  lines: readonly string[];
  /** More about how much that is now, which takes a moment to find out. */
  more?: Promise<readonly string[]>;
  /** A picture of it. */
  picture?: Picture;
}

/** A component with its props. */
export interface Picture {
  of: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
}

export function picture<Props extends Record<string, unknown>>(of: Component<Props>, props: Props): Picture {
  return { of: of as unknown as Picture["of"], props };
}

/** How long a pointer must rest on something, and a finger lie on it, before it is explained, in milliseconds. */
const REST = 550;
const PRESS = 450;
/** How far a finger may move meanwhile, in pixels. */
const STEADY = 10;

/** Where something is explained, and what. */
export interface Shown {
  target: Element;
  /** A finger asked: it stays until the next tap. */
  touched: boolean;
}

/**
 * Notices when a player asks what something is: a mouse that rests on it, a finger that stays on it, or `?` while it has
 * the focus. `ask` says whether there is something to explain; `end` is called when nothing is asked any more. Returns a
 * function that stops all that.
 */
export function noticeQuestions(
  root: HTMLElement,
  ask: (shown: Shown) => boolean,
  end: () => void,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: { x: number; y: number } | null = null;
  /** Whether the finger that is down has asked: then its release does not count as a tap. */
  let asked = false;
  let open = false;
  /** Where the mouse was pressed last: elements that appear under it there need no explanation. */
  let pressed: { x: number; y: number } | null = null;

  const close = (): void => {
    clearTimeout(timer);
    if (open) end();
    open = false;
  };
  const askAbout = (target: Element, touched: boolean): boolean => {
    open = ask({ target, touched });
    if (touched) asked = open;
    return open;
  };

  root.addEventListener(
    "pointerover",
    ({ pointerType, target, buttons, clientX, clientY }) => {
      if (pointerType === "touch" || buttons !== 0 || !(target instanceof Element)) return;
      close();
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) <= STEADY) return;
      pressed = null;
      timer = setTimeout(() => askAbout(target, false), REST);
    },
    { signal },
  );
  root.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && close(), { signal });
  // A tap anywhere ends it.
  document.addEventListener(
    "pointerdown",
    ({ pointerType, clientX, clientY }) => {
      close();
      pressed = pointerType === "touch" ? null : { x: clientX, y: clientY };
    },
    { signal, capture: true },
  );
  root.addEventListener(
    "pointerdown",
    ({ pointerType, target, clientX, clientY }) => {
      asked = false;
      if (pointerType !== "touch" || !(target instanceof Element)) return;
      from = { x: clientX, y: clientY };
      timer = setTimeout(() => askAbout(target, true), PRESS);
    },
    { signal, capture: true },
  );
  root.addEventListener(
    "pointermove",
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== "touch" || !from) return;
      if (Math.hypot(clientX - from.x, clientY - from.y) > STEADY) close();
    },
    { signal, capture: true },
  );
  root.addEventListener("pointerup", ({ pointerType }) => pointerType === "touch" && !open && close(), {
    signal,
    capture: true,
  });
  root.addEventListener("pointercancel", close, { signal, capture: true });
  root.addEventListener(
    "click",
    (event) => {
      if (!asked) return;
      // The finger asked a question; it did not choose anything.
      asked = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  root.addEventListener("contextmenu", (event) => open && event.preventDefault(), { signal });
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "?" && document.activeElement && !isText(document.activeElement)) {
        if (askAbout(document.activeElement, false)) event.preventDefault();
      } else if (event.key === "Escape" && open) {
        event.stopPropagation();
        close();
      } else if (event.key !== "Shift") close();
    },
    { signal, capture: true },
  );
  document.addEventListener("scroll", close, { signal, capture: true, passive: true });
  return () => {
    close();
    stop.abort();
  };
}

function isText(element: Element): boolean {
  return element.matches("input, textarea, select, [contenteditable]");
}
