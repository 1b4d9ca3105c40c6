/** The longest name of a player, in characters. */
export const LONGEST_NAME = 24;

/** The first characters of a text, as people count them: a letter with its marks, or a flag, is one. */
export function firstCharacters(text: string, most: number): string {
  return [...new Intl.Segmenter().segment(text)]
    .slice(0, most)
    .map(({ segment }) => segment)
    .join("");
}
