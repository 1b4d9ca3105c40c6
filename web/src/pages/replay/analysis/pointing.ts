/** The highlighted elements of the board, as selectors. */
export interface Pointed {
  /** The move that was played. */
  played?: readonly string[];
  /** The better move. */
  better?: readonly string[];
}

/**
 * Points at elements of the board, also at those that come later: their attributes `data-played` and `data-better` are set.
 * Returns a function that ends it.
 */
export function point(shown: Pointed): () => void {
  const observer = new MutationObserver(() => mark(shown));
  observer.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
  mark(shown);
  return () => {
    observer.disconnect();
    mark({});
  };
}

function mark({ played = [], better = [] }: Pointed): void {
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
