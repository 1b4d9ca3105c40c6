import type {
  MadePasskey,
  Me,
  MyRecovery,
  PaperCodes,
  PasskeyChallenge,
  PasskeySignature,
} from "$wire/protocol";
import { request, requestJson } from "./http";

/** How a person who has lost all devices comes back, by codes on paper or passkeys. */
export const recovery = {
  /** This person's passkeys and codes, and the events with them. */
  mine: () => requestJson<MyRecovery>("/api/me/recovery"),
  /** Makes codes, which end the earlier ones. Resolves with them; the server does not show them again. */
  makeCodes: async () => (await requestJson<PaperCodes>("/api/me/recovery-codes", "POST")).codes,
  /** Begins to add a passkey. */
  askForPasskey: () => requestJson<PasskeyChallenge>("/api/me/passkeys/challenge", "POST"),
  addPasskey: async (made: MadePasskey) => void (await request("/api/me/passkeys", "POST", made)),
  removePasskey: async (id: number) => void (await request(`/api/me/passkeys/${id}`, "DELETE")),
  /** Begins to sign in by a passkey. */
  askForSignature: () => requestJson<PasskeyChallenge>("/api/passkeys/challenge", "POST"),
  /** Signs in: this browser becomes a device of the person whose passkey it is. Resolves with that person. */
  signIn: (signed: PasskeySignature) => requestJson<Me>("/api/passkeys", "POST", signed),
};
