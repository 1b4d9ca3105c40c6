import { base64url, bytesOf } from "../base64url";
import type { MadePasskey, PasskeyChallenge, PasskeySignature } from "$wire/protocol";

/** The signatures that the server checks: ES256, EdDSA and RS256, by their numbers in COSE. */
const ALGORITHMS = [-7, -8, -257];

/** How long a person may take, in milliseconds: as long as the server's challenge is valid. */
const TIMEOUT = 300_000;

/** Whether this browser has passkeys for this page: only over https, or on the same machine, and only at the name of a host. */
export const passkeysPossible =
  isSecureContext && "PublicKeyCredential" in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Why there is no passkey or signature, where the person can do something about it. */
export class PasskeyFailure extends Error {
  /** `known`: the authenticator has a passkey of this person already; `ended`: the person or the browser ended it. */
  constructor(readonly why: "known" | "ended") {
    super(why);
  }
}

/** Has an authenticator make a passkey for a person of this name. Rejects with a `PasskeyFailure`. */
export async function makePasskey(asked: PasskeyChallenge, name: string): Promise<MadePasskey> {
  const credential = await asking(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.site, name: "Townhall" },
        user: { id: bytesOf(asked.user), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        // The person signs in without saying who they are, so the authenticator must know.
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "preferred",
        },
        excludeCredentials: asked.known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
        attestation: "none",
        timeout: TIMEOUT,
      },
    }),
  );
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyFailure("ended");
  const key = response.getPublicKey();
  // A browser that can't read the key made one of a kind that was not asked for.
  if (!key) throw new PasskeyFailure("ended");
  return {
    client_data: base64url(response.clientDataJSON),
    authenticator_data: base64url(response.getAuthenticatorData()),
    public_key: base64url(key),
  };
}

/** Has an authenticator sign a challenge by one of its passkeys. Rejects with a `PasskeyFailure`. */
export async function signByPasskey(asked: PasskeyChallenge): Promise<PasskeySignature> {
  const credential = await asking(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rpId: asked.site,
        userVerification: "preferred",
        timeout: TIMEOUT,
      },
    }),
  );
  const { rawId, response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyFailure("ended");
  return {
    credential: base64url(rawId),
    client_data: base64url(response.clientDataJSON),
    authenticator_data: base64url(response.authenticatorData),
    signature: base64url(response.signature),
  };
}

async function asking(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    // Browsers don't say whether the person declined, was too slow, or has no passkey.
    if (error instanceof DOMException && error.name === "InvalidStateError")
      throw new PasskeyFailure("known");
  }
  throw new PasskeyFailure("ended");
}
