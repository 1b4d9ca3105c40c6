const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, `milliseconds` in whole units: "5 minutes ago". */
export function ago(milliseconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, span] of steps) {
    if (milliseconds >= span) return format.format(-Math.floor(milliseconds / span), unit);
  }
  return format.format(0, "minute");
}
