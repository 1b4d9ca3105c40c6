// Generated from the Rust types by `cargo xtask types`: do not edit.
import type { Code } from "./Code";

/**
 * A refusal, for machines first. The client translates the code; `detail` is English, for
 * people who write clients.
 */
export type Refusal = {
  /** What kind it is. */
  code: Code;
  /** In English, what was wrong and what was expected. */
  detail: string;
  /** Numbers and names for the client's words. */
  params?: {
    [key in string]: string;
  };
};
