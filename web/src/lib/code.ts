/**
 * The code of a table from whatever somebody typed or pasted: in small letters, with spaces or hyphens, or a whole
 * link. Null if it can't be one.
 */
export function tableCode(text: string): string | null {
  const link = /\/t\/([^/?#\s]+)/.exec(text);
  const code = (link?.[1] ?? text).replace(/[\s\-–._]/g, "").toUpperCase();
  return /^[A-Z0-9]{6}$/.test(code) ? code : null;
}
