const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was: "5 minutes ago". */
export function ago(then: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, span] of steps) {
    if (now - then >= span) return format.format(-Math.floor((now - then) / span), unit);
  }
  return format.format(0, "minute");
}
