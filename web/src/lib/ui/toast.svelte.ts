import { announce, forget } from "./announce.svelte";

/** A short message at the top of the page that disappears by itself. */
export interface Toast {
  id: number;
  text: string;
  kind: "info" | "warn";
}

let last = 0;
let shown = $state.raw<Toast[]>([]);

export const toasts = {
  get shown(): Toast[] {
    return shown;
  },
};

/** Shows a toast. A text is not shown twice. */
export function toast(text: string, kind: Toast["kind"] = "info"): void {
  const id = ++last;
  shown = [...shown.filter((other) => other.text !== text), { id, text, kind }].slice(-3);
  announce(text);
  const reading = 3000 + 60 * text.length;
  setTimeout(() => dismiss(id), reading);
}

function dismiss(id: number): void {
  const text = shown.find((toast) => toast.id === id)?.text;
  shown = shown.filter((toast) => toast.id !== id);
  if (text !== undefined) forget(text);
}
