import { beforeEach, expect, test, vi } from "vitest";
import type { PasskeyChallenge } from "$wire/protocol";

const ASKED: PasskeyChallenge = { challenge: "AQID", site: "townhall.example", user: "BAU", known: ["BgcI"] };

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

class FakeCredential {
  constructor(
    readonly response: unknown,
    readonly rawId = bytes(9),
  ) {}
}
class FakeAttestation {
  constructor(readonly key: ArrayBuffer | null) {}
  readonly clientDataJSON = bytes(1);
  getAuthenticatorData = () => bytes(2);
  getPublicKey = () => this.key;
}
class FakeAssertion {
  readonly clientDataJSON = bytes(1);
  readonly authenticatorData = bytes(2);
  readonly signature = bytes(3);
}

let credentials: Record<"create" | "get", ReturnType<typeof vi.fn>>;

/** The module as a page at this host gets it. */
async function loaded(host = "townhall.example", secure = true): Promise<typeof import("./passkey")> {
  vi.resetModules();
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("location", { hostname: host });
  return import("./passkey");
}

beforeEach(() => {
  credentials = { create: vi.fn(), get: vi.fn() };
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("PublicKeyCredential", FakeCredential);
  vi.stubGlobal("AuthenticatorAttestationResponse", FakeAttestation);
  vi.stubGlobal("AuthenticatorAssertionResponse", FakeAssertion);
});

test.each([
  ["townhall.example", true, true],
  ["localhost", true, true],
  ["4.example", true, true],
  ["townhall.example", false, false],
  ["192.168.0.7", true, false],
  ["[::1]", true, false],
])("passkeys at %s, secure: %s, are possible: %s", async (host, secure, possible) => {
  expect((await loaded(host, secure)).passkeysPossible).toBe(possible);
});

test("a browser that has no passkeys does not offer them", async () => {
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  expect((await loaded()).passkeysPossible).toBe(false);
});

test("a passkey is made for this person and site, and is one that signs in without a name", async () => {
  credentials.create.mockResolvedValue(new FakeCredential(new FakeAttestation(bytes(255, 239))));
  const { makePasskey } = await loaded();
  expect(await makePasskey(ASKED, "Ada")).toEqual({
    client_data: "AQ",
    authenticator_data: "Ag",
    public_key: "_-8",
  });
  expect(credentials.create).toHaveBeenCalledExactlyOnceWith({
    publicKey: expect.objectContaining({
      challenge: new Uint8Array([1, 2, 3]),
      rp: { id: "townhall.example", name: "Townhall" },
      user: { id: new Uint8Array([4, 5]), name: "Ada", displayName: "Ada" },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "preferred",
      },
      excludeCredentials: [{ type: "public-key", id: new Uint8Array([6, 7, 8]) }],
      timeout: 300_000,
    }),
  });
});

test("a challenge is signed by a passkey of this site", async () => {
  credentials.get.mockResolvedValue(new FakeCredential(new FakeAssertion()));
  const { signByPasskey } = await loaded();
  expect(await signByPasskey(ASKED)).toEqual({
    credential: "CQ",
    client_data: "AQ",
    authenticator_data: "Ag",
    signature: "Aw",
  });
  expect(credentials.get).toHaveBeenCalledExactlyOnceWith({
    publicKey: expect.objectContaining({
      challenge: new Uint8Array([1, 2, 3]),
      rpId: "townhall.example",
      timeout: 300_000,
    }),
  });
});

test.each<[string, () => unknown, string]>([
  [
    "has one of this person already",
    () => Promise.reject(new DOMException("", "InvalidStateError")),
    "known",
  ],
  ["gets no permission", () => Promise.reject(new DOMException("", "NotAllowedError")), "ended"],
  ["fails", () => Promise.reject(new Error("InvalidStateError")), "ended"],
  ["returns nothing", async () => null, "ended"],
  ["returns something else", async () => ({ response: new FakeAttestation(bytes(1)) }), "ended"],
  ["signs instead", async () => new FakeCredential(new FakeAssertion()), "ended"],
  ["made a key of an unknown kind", async () => new FakeCredential(new FakeAttestation(null)), "ended"],
])("if an authenticator %s, there is no passkey", async (_, answer, why) => {
  credentials.create.mockImplementation(answer);
  const { makePasskey, PasskeyFailure } = await loaded();
  const failure: unknown = await makePasskey(ASKED, "Ada").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PasskeyFailure);
  expect(failure).toMatchObject({ why });
});

test("an authenticator that makes a passkey instead of signing has not signed", async () => {
  credentials.get.mockResolvedValue(new FakeCredential(new FakeAttestation(bytes(1))));
  const { signByPasskey } = await loaded();
  await expect(signByPasskey(ASKED)).rejects.toMatchObject({ why: "ended" });
});
