import type { Me } from "$wire/protocol";
import { recall, remember } from "./remembered";
import { colours } from "../game/seats";
import { tables } from "../table/tables";
import { m } from "../../paraglide/messages.js";

let current = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | null = null;

/** The name and colour of this browser's user; null until known or chosen. */
export const me = {
  get current(): Me | null {
    return current;
  },
};

const isName = (value: unknown): value is string => typeof value === "string";

/** The name that was made up for this person, until they confirm or change it. */
let madeUp = $state(recall("made-up-name", isName));

/** Whether the present name was made up, and the person was not asked yet for another. */
export function hasMadeUpName(): boolean {
  return madeUp !== null && madeUp !== "" && madeUp === current?.name;
}

/** Confirms the made-up name. */
export function keepName(): void {
  madeUp = "";
  remember("made-up-name", madeUp);
}

/** Requests, once, the name that this browser already has. */
export function whoAmI(): Promise<Me | null> {
  asked ??= tables()
    .person.known()
    .then(
      (found) => (current = found ?? current),
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
  return asked;
}

export async function saveMe(next: Me): Promise<void> {
  current = await tables().person.save(next);
}

/** Makes up a name if there is none yet, so that a new guest can play at once. */
export async function ensureMe(): Promise<void> {
  await whoAmI();
  if (current) return;
  const name = pick(guestNames()) ?? "Guest";
  await saveMe({ name, colour: pick(colours) ?? "teal" });
  if (madeUp === null) noteMadeUp(name);
}

/** Makes up another name in the place of one that was made up: other people at a table have those in `taken`. */
export async function makeUpAnother(taken: readonly string[]): Promise<void> {
  const name = pick(guestNames().filter((one) => !taken.includes(one)));
  if (!current || !name) return;
  const saved = await tables().person.save({ ...current, name });
  // Both at once, so that the person is still asked for a name.
  noteMadeUp(saved.name);
  current = saved;
}

function guestNames(): string[] {
  const names = m.guest_names();
  return names.split(",").map((name) => name.trim());
}

function noteMadeUp(name: string): void {
  madeUp = name;
  remember("made-up-name", name);
}

function pick<T>(among: readonly T[]): T | undefined {
  return among[Math.floor(Math.random() * among.length)];
}
