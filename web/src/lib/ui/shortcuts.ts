/**
 * Keys that press buttons. A button names its key by `aria-keyshortcuts`, so that assistive technology knows it too; this
 * presses the button that is in view and can be pressed.
 */

/** The keys and what they do, the same in all games: each is the value of `aria-keyshortcuts`. */
export const KEYS = {
  /** The main button of the present question: keep, place, take, build. */
  decide: "K",
  /** On to the next lesson of a first game. */
  next: "N",
  hint: "H",
  help: "?",
} as const;

/** Presses the button of a key, unless something else has used the key, or text is being entered. */
export function pressByKey(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.repeat || altKey || ctrlKey || metaKey) return;
  if (target instanceof Element && target.matches("input:not([type=radio]), textarea, select")) return;
  if (document.querySelector("dialog[open]")) return;
  const named = `button[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]:enabled`;
  const button = [...document.querySelectorAll<HTMLElement>(named)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  if (!button) return;
  event.preventDefault();
  button.click();
}
