let said = $state("");

export const announced = {
  /** The latest announcement to screen readers. */
  get latest(): string {
    return said;
  },
};

/** What has to be said in the present task. */
let saying: string[] = [];

/**
 * Tells screen readers what the page shows as well, in a part of the page that is always there: what appears together with
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
