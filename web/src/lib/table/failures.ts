import { m } from "../../paraglide/messages.js";
import { Refused } from "./refused";
import { toast } from "../ui/toast.svelte";

/** Why a request failed. The sentences are loaded when something first fails: the first page does without them. */
export async function wordsOf(error: unknown): Promise<string> {
  if (!(error instanceof Refused)) return m.no_server();
  try {
    return (await import("./refusals")).refusalWords(error.refusal);
  } catch {
    return m.no_server();
  }
}

/** Tells in a toast why a request failed. */
export function sayFailure(error: unknown): void {
  void wordsOf(error).then((words) => toast(words, "warn"));
}
