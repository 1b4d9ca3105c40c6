import type { Action, Refusal, TableView } from "./protocol";

/**
 * Everything that the client needs of a table, wherever it runs. `table` and `state` are reactive: read them in
 * a component, a `$derived` or an `$effect`.
 */
export interface Connection {
  /** The table; null until it was seen for the first time. Replaced, never changed in place. */
  readonly table: TableView | null;
  readonly state: "connecting" | "live" | "lost" | "gone";
  /**
   * Asks for something. Resolves once it is durable; rejects with a `Refused`. While the line is down it waits,
   * and is sent again under the same id, so that nothing is done twice.
   * Components mostly want `act` (lib/act.ts), which tells people why something was refused.
   */
  send(action: Action): Promise<void>;
  close(): void;
}

/** The server said no. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
    this.name = "Refused";
  }
}
