/** A setting stored in this browser; null if there is none or it is not valid. */
export function recall<T>(key: string, fits: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return fits(value) ? value : null;
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled or full: the setting lasts until the page is closed.
  }
}
