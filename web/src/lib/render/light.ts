/** How long something stays highlighted after a tap, in milliseconds. */
const AFTER_TAP = 2_500;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Highlights for a moment. */
export function lightUp(marks: readonly string[]): void {
  light(marks);
  timer = setTimeout(() => light([]), AFTER_TAP);
}

/** Highlights what an entry of the log is about: every element whose `data-mark` is among these. */
export function light(marks: readonly string[]): void {
  clearTimeout(timer);
  for (const lit of document.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
  for (const mark of marks) {
    for (const element of document.querySelectorAll(`[data-mark="${CSS.escape(mark)}"]`)) {
      element.setAttribute("data-lit", "");
    }
  }
}
