/** Bytes as hexadecimal digits, two for each. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A new id for a command. `crypto.randomUUID` is missing on pages served by plain http, as in a home network. */
export function commandId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(12)));
}
