/** Values that could not be stored. They last until the page is closed. */
const unstored = new Map<string, string>();

/** A text stored in this browser; null if there is none. */
export function recallText(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or keeps it for this page if storage is disabled or full. */
export function rememberText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** A setting stored in this browser; null if there is none or it is not valid. */
export function recall<T>(key: string, fits: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(recallText(key) ?? "null");
    return fits(value) ? value : null;
  } catch {
    return null;
  }
}

export function remember(key: string, value: unknown): void {
  rememberText(key, JSON.stringify(value));
}

/** Whether the browser keeps cookies of this page, by which a server knows its guests. */
export function keepsCookies(): boolean {
  // Unit tests have no navigator.
  return globalThis.navigator?.cookieEnabled !== false;
}
