import { hex } from "./hex";

/** A new id for a command. `crypto.randomUUID` is missing on pages served by plain http, as in a home network. */
export function commandId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(12)));
}
