/** A new id for a command. `crypto.randomUUID` is missing on pages served by plain http, as in a home network. */
export function commandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
