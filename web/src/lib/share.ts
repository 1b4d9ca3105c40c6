import { toast } from "./toast.svelte";
import { m } from "../paraglide/messages.js";

/** Passes a link on by the menu of the device; where there is none, it is copied. */
export async function shareLink(title: string, url: string): Promise<void> {
  try {
    if (navigator.share) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(url);
      toast(m.copied());
    }
  } catch (error) {
    // Whoever closes the menu of the device did not want to share.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(url);
  }
}
