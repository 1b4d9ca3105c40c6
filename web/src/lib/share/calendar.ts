/** An appointment at a table. */
export interface Appointment {
  code: string;
  /** What happens: the game and where it is played. */
  title: string;
  /** The address of the table. */
  url: string;
  /** When, in milliseconds since 1970. */
  starts: number;
  /** A number that grows with each change of the table: calendars keep the file with the greatest. */
  revision: number;
}

/** How long the entry is. */
const LENGTH = "PT1H30M";
/** The most bytes of a line; a longer one goes on after a line break and a space. */
const LINE = 75;

/** A time in UTC as calendars write it: "20261129T190000Z". */
const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** A text in which nothing has a meaning of its own. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");

/** A line in parts that are short enough, none of which ends within a character. */
function folded(line: string): string {
  const bytes = new TextEncoder();
  let [folded, length] = ["", 0];
  for (const character of line) {
    const more = bytes.encode(character).length;
    if (length + more > LINE) {
      folded += "\r\n ";
      length = 1;
    }
    folded += character;
    length += more;
  }
  return folded;
}

/** A calendar file with an appointment (RFC 5545). A later file about the same table changes the entry that is there. */
export function calendarFile({ code, title, url, starts, revision }: Appointment, now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Townhall//Townhall//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${code}@${new URL(url).hostname}`,
    `SEQUENCE:${revision}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(starts)}`,
    `DURATION:${LENGTH}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}
