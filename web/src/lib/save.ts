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
