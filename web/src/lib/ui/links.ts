/** A part of a text: words, or a link if it has an address. */
export interface Part {
  text: string;
  href?: string;
}

/** Something that may be an address, without spaces, control characters and invisible ones. */
const CANDIDATE = /\bhttps?:\/\/[^\s\p{C}<>"]+/giu;

/** Characters that end a sentence, not an address. */
const AFTER = /[.,;:!?…'’”“»«*_]$/u;

const BRACKETS = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
] as const;

/** The address without the punctuation and closing brackets that follow it. */
function trimmed(address: string): string {
  for (;;) {
    const closes = BRACKETS.some(
      ([open, close]) => address.endsWith(close) && address.split(close).length > address.split(open).length,
    );
    if (!closes && !AFTER.test(address)) return address;
    address = address.slice(0, -1);
  }
}

/** The address as a browser reads it, if people may follow it: by `https`, or of the own site. A name before the host misleads. */
function followable(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return null;
  return url.protocol === "https:" || url.origin === origin ? url.href : null;
}

/** A text with the links that it contains, as typed. `origin`: of the own site. */
export function linksIn(text: string, origin: string): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const address = trimmed(found);
    const href = followable(address, origin);
    if (!href) continue;
    if (index > done) parts.push({ text: text.slice(done, index) });
    parts.push({ text: address, href });
    done = index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
