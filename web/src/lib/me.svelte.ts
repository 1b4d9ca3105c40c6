import type { Me } from "./protocol";
import { colours } from "./seats";
import { tables } from "./tables";
import { m } from "../paraglide/messages.js";

let current = $state.raw<Me | null>(null);
let asked: Promise<Me | null> | null = null;

/** Who this browser is; null as long as it is nobody. */
export const me = {
  get current(): Me | null {
    return current;
  },
};

/** Asks, once, who this browser is. */
export function whoAmI(): Promise<Me | null> {
  asked ??= tables()
    .me()
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
  current = await tables().saveMe(next);
}

/** Makes up a guest where there is none yet: nobody is asked for a name before they can play. */
export async function ensureMe(): Promise<void> {
  await whoAmI();
  if (current) return;
  const names = m.guest_names().split(",");
  const name = pick(names)?.trim() ?? "Guest";
  await saveMe({ name, colour: pick(colours) ?? "teal" });
}

function pick<T>(among: readonly T[]): T | undefined {
  return among[Math.floor(Math.random() * among.length)];
}
