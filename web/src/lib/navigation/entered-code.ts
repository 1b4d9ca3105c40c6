import { decoded } from "./route";

/** The sheets on which a code can be entered, each with the prefix of its codes in the fragment of a link. Browsers never
 * send the fragment (after the #) to a server. */
const PREFIXES = { devices: "#device=", keep: "#recover=" } as const;

/** A code that came with the link by which the page was opened, and the sheet on which it is entered. */
export interface EnteredCode {
  readonly sheet: keyof typeof PREFIXES;
  readonly code: string;
}

/** The link that enters a code on the device that opens it. */
export function deviceLink(origin: string, code: string): string {
  return `${origin}/${PREFIXES.devices}${code}`;
}

/** The code in the fragment of an address; null if there is none. */
export function enteredCode(hash: string): EnteredCode | null {
  for (const sheet of ["devices", "keep"] as const) {
    if (!hash.startsWith(PREFIXES[sheet])) continue;
    // Messengers and word processors add punctuation, spaces and invisible characters.
    const code = decoded(hash.slice(PREFIXES[sheet].length)).replace(/[^\p{L}\p{N}-]/gu, "");
    const lengths = sheet === "devices" ? [8, 9] : [16, 19];
    if (lengths.includes(code.length) && /^[A-Za-z0-9-]+$/.test(code)) return { sheet, code };
  }
  return null;
}
