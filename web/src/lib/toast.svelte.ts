/** A short message at the top of the page that disappears by itself. */
export interface Toast {
  id: number;
  text: string;
  kind: "info" | "warn";
}

let last = 0;
let shown = $state.raw<Toast[]>([]);
let said = $state("");

export const toasts = {
  get shown(): Toast[] {
    return shown;
  },
  /** What screen readers were told last. */
  get said(): string {
    return said;
  },
};

/** What has to be said in the present task. */
let saying: string[] = [];

/**
 * Tells screen readers what the page shows as well, in a part of the page that is always there: what appears together with
 * its live region is not read out.
 */
export function say(text: string): void {
  if (saying.length === 0) queueMicrotask(() => (saying = []));
  saying.push(text);
  said = saying.join(" ");
}

/** Shows a toast. The same text is not shown twice. */
export function toast(text: string, kind: Toast["kind"] = "info"): void {
  const id = ++last;
  shown = [...shown.filter((other) => other.text !== text), { id, text, kind }].slice(-3);
  say(text);
  const reading = 3000 + 60 * text.length;
  setTimeout(() => dismiss(id), reading);
}

function dismiss(id: number): void {
  const text = shown.find((toast) => toast.id === id)?.text;
  shown = shown.filter((toast) => toast.id !== id);
  // So that it is read out again when it comes again.
  if (text === said) said = "";
}
