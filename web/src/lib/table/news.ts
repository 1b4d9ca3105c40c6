/** A line of log or talk: it came with this version of the table. */
interface Dated {
  readonly version: number;
}

/** The version of the last line; `none` if there is no line. */
export function latestIn(lines: readonly Dated[], none = 0): number {
  return lines.at(-1)?.version ?? none;
}

/** The lines that came after a version. */
export function newsSince<L extends Dated>(lines: readonly L[], version: number): L[] {
  return lines.filter((line) => line.version > version);
}

/** Follows lines that are added to. Each call of the result returns the lines that were added since the call before it. */
export function newsOf<L extends Dated>(lines: readonly L[]): (lines: readonly L[]) => L[] {
  let seen = latestIn(lines);
  return (now) => {
    const news = newsSince(now, seen);
    seen = latestIn(now, seen);
    return news;
  };
}
