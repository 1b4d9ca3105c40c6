let said = $state("");

export const announced = {
  /** The latest announcement to screen readers. */
  get latest(): string {
    return said;
  },
};

/** The announcements of the present task. */
let saying: string[] = [];

/**
 * Announces a change of the page to screen readers, in a live region that is always there: text that appears together with
 * its live region is not read out.
 */
export function announce(text: string): void {
  if (saying.length === 0) queueMicrotask(() => (saying = []));
  saying.push(text);
  said = saying.join(" ");
}

/** Forgets what was announced last if it is this, so that it is read out again when it comes again. */
export function forget(text: string): void {
  if (text === said) said = "";
}
