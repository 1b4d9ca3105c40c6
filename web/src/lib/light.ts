/** Highlights what an entry of the log is about: every element whose `data-mark` is among these. */
export function light(marks: readonly string[]): void {
  for (const lit of document.querySelectorAll("[data-lit]")) lit.removeAttribute("data-lit");
  for (const mark of marks) {
    for (const element of document.querySelectorAll(`[data-mark="${CSS.escape(mark)}"]`)) {
      element.setAttribute("data-lit", "");
    }
  }
}
