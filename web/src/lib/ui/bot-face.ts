// The faces of bots: our own line drawings, on a grid of 40. A bot's name decides its face, so that it looks the same at
// every table.

const heads = [
  "M11 16h18v13H11z",
  "M14 15h12a4 4 0 014 4v6a4 4 0 01-4 4H14a4 4 0 01-4-4v-6a4 4 0 014-4z",
  "M13 15h14l3.500 7-3.500 7.500H13l-3.500-7.500z",
  "M10.500 22a9.500 8 0 1119 0a9.500 8 0 11-19 0z",
];
const tops = [
  "M20 15v-4M17.500 10.500h5",
  "M15.500 15l-2.500-4.500M24.500 15l2.500-4.500",
  "M13.500 14.500c1-5.500 12-5.500 13 0",
  "M20 14.500l-4-4M20 14.500v-5M20 14.500l4-4",
];
const eyes = [
  "M16 19.500v2M24 19.500v2",
  "M14.400 20.500a1.800 1.800 0 103.600 0a1.800 1.800 0 10-3.600 0M22 20.500a1.800 1.800 0 103.600 0a1.800 1.800 0 10-3.600 0",
  "M14.500 20.500h4M21.500 20.500h4",
  "M14.500 21.300l1.700-1.700 1.700 1.700M22.100 21.300l1.700-1.700 1.700 1.700",
];
/** In the order of the temperaments, which follow from the first letter too. */
const mouths = [
  "M16.500 25.800c2.500 1.200 5 .400 7-1.600",
  "M16 24.700c1.700 2.300 6.300 2.300 8 0",
  "M16.500 25.700h7",
  "M17.500 25.900c1-1.200 2-1.200 2.800-.400s1.800.800 2.600-.400",
];

/** The face of the bot with this name, as a path. */
export function botFace(name: string): string {
  const letter = name.codePointAt(0) ?? 0;
  const turn = letter >> 2;
  const part = (parts: readonly string[], at: number): string => parts[at % parts.length] ?? "";
  return [
    part(heads, letter + turn),
    part(tops, turn),
    part(eyes, letter + 2 * turn),
    part(mouths, letter),
  ].join("");
}
