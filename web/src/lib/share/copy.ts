import { toast } from "../ui/toast.svelte";
import { m } from "../../paraglide/messages.js";

/** Copies a text and says so, or how the user can do it by hand; `shown` is a field that shows the text. */
export async function copy(text: string, shown?: HTMLInputElement): Promise<void> {
  if (await written(text, shown)) {
    toast(m.copied());
    return;
  }
  shown?.focus();
  shown?.select();
  toast(shown ? m.copy_by_hand() : text, "warn");
}

/** Only pages served by https may use the clipboard; on others, as in a home network, browsers still copy a selection. */
async function written(text: string, shown?: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return shown ? copiedFrom(shown) : copiedFrom(hiddenField(text), true);
  }
}

function copiedFrom(field: HTMLInputElement, passing = false): boolean {
  const before = document.activeElement;
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    if (passing) {
      field.remove();
      if (before instanceof HTMLElement) before.focus();
    }
  }
}

/** A field outside of the view. While a dialog is open, only what is inside of it can be selected. */
function hiddenField(text: string): HTMLInputElement {
  const field = document.createElement("input");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position: fixed; top: -4rem";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  return field;
}
