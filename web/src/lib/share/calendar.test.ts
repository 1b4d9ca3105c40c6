import { expect, test } from "vitest";
import { calendarFile } from "./calendar";

const appointment = {
  code: "ABC234",
  title: "Point City",
  url: "https://town.example/t/ABC234",
  starts: Date.UTC(2026, 10, 29, 19, 5),
  revision: 7,
};
const file = (change: Partial<typeof appointment> = {}): string =>
  calendarFile({ ...appointment, ...change }, Date.UTC(2026, 10, 27, 8));

test("an appointment is a calendar file in UTC, whose entry keeps its identity", () => {
  expect(file()).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Townhall//Townhall//EN",
      "METHOD:PUBLISH",
      "BEGIN:VEVENT",
      "UID:ABC234@town.example",
      "SEQUENCE:7",
      "DTSTAMP:20261127T080000Z",
      "DTSTART:20261129T190500Z",
      "DURATION:PT1H30M",
      "SUMMARY:Point City",
      "DESCRIPTION:https://town.example/t/ABC234",
      "URL:https://town.example/t/ABC234",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
  expect(file({ starts: 0, revision: 9 })).toContain("UID:ABC234@town.example\r\nSEQUENCE:9\r\n");
});

test("texts are escaped", () => {
  expect(file({ title: "a, b; c \\ d\ne" })).toContain("SUMMARY:a\\, b\\; c \\\\ d\\ne\r\n");
});

test("long lines are folded between characters", () => {
  const title = `${"város ".repeat(30)}🏙️`;
  const lines = file({ title }).split("\r\n");
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file({ title }).replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}`);
});
