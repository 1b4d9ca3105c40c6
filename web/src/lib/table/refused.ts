import type { Refusal } from "$wire/protocol";

/** A request was answered with no. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
    this.name = "Refused";
  }
}
