import type { Action } from "$wire/protocol";
import { refusalWords } from "./refusals";
import { give } from "../sound/feedback.svelte";
import type { Connection } from "./connection";
import { Refused } from "./refused";
import { toast } from "../ui/toast.svelte";

/** Sends an action; if it is refused, a toast says why. Resolves with whether it was done. */
export async function act(connection: Connection, action: Action): Promise<boolean> {
  try {
    await connection.send(action);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(refusalWords(error.refusal), "warn");
    give("refused");
    return false;
  }
}
