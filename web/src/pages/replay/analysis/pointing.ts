import "./pointing.css";

/** The kinds of moves at which the board points. Each has an attribute, `data-played` and so on. */
const KINDS = [
  /** The move that was played. */
  "played",
  /** The better move. */
  "better",
  /** A move that was tried. */
  "right",
  "wrong",
] as const;

/** The highlighted elements of the board, as selectors. */
export type Pointed = { readonly [Kind in (typeof KINDS)[number]]?: readonly string[] | undefined };

/**
 * Points at elements of the board, also at those that come later: the attributes of their kinds are set.
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

function mark(shown: Pointed): void {
  for (const kind of KINDS) {
    const attribute = `data-${kind}`;
    for (const before of document.querySelectorAll(`[${attribute}]`)) before.removeAttribute(attribute);
    const selectors = shown[kind] ?? [];
    for (const element of selectors.flatMap((selector) => [...document.querySelectorAll(selector)])) {
      element.setAttribute(attribute, "");
    }
  }
}
