/** The prefix of a code in the fragment of a link. Browsers never send the fragment (after the #) to a server. */
const BEFORE = "#device=";

/** The link that enters a code on the device that opens it. */
export function deviceLink(origin: string, code: string): string {
  return `${origin}/${BEFORE}${code}`;
}

/** The code in the fragment of an address; null if there is none. */
export function deviceCodeOf(hash: string): string | null {
  if (!hash.startsWith(BEFORE)) return null;
  const code = hash.slice(BEFORE.length);
  return /^[A-Za-z0-9-]{8,9}$/.test(code) ? code : null;
}
