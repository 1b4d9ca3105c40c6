import { sayFailure } from "../table/failures";
import { copy } from "./copy";

/** Passes a link on by the menu of the device; where there is none, it is copied. */
export async function shareLink(title: string, url: string): Promise<void> {
  if (!("share" in navigator)) return copy(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the device's menu is not a failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
  }
}

/** Saves the record of the game at a table as a file, and says why if that fails. */
export async function saveRecord(code: string, record: () => Promise<string>): Promise<void> {
  try {
    saveFile(`townhall-${code}.jsonl`, await record());
  } catch (error) {
    sayFailure(error);
  }
}

/** Saves a file, as if it had been downloaded. */
export function saveFile(name: string, content: string | Blob): void {
  const file = content instanceof Blob ? content : new Blob([content], { type: "application/octet-stream" });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
