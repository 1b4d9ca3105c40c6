/** What is pointed at on the board, by selectors. */
export interface Pointed {
  /** What was played. */
  played?: readonly string[];
  /** What would have been better. */
  better?: readonly string[];
}

/** Points at elements of the board: their attributes `data-played` and `data-better` are set, and nobody else's. */
export function point({ played = [], better = [] }: Pointed): void {
  for (const [attribute, selectors] of [
    ["data-played", played],
    ["data-better", better],
  ] as const) {
    for (const before of document.querySelectorAll(`[${attribute}]`)) before.removeAttribute(attribute);
    for (const element of selectors.flatMap((selector) => [...document.querySelectorAll(selector)])) {
      element.setAttribute(attribute, "");
    }
  }
}
