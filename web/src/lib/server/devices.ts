import type { Me, MyDevice, OfferedDeviceCode } from "$wire/protocol";
import { request, requestJson } from "./http";

/** The devices of this browser's user, and all that the server stores about them. */
export const devices = {
  /** All devices, the one that was used last first. */
  list: () => requestJson<MyDevice[]>("/api/me/devices"),
  /** Signs a device out: its cookie becomes invalid. */
  signOut: async (id: number) => void (await request(`/api/me/devices/${id}`, "DELETE")),
  /** A code to enter on another device, which is then added to this person. */
  offerCode: async () => (await requestJson<OfferedDeviceCode>("/api/me/device-code", "POST")).code,
  /** Enters a code of any kind: this browser becomes a device of the person to whom the code belongs. Resolves with that person. */
  enterCode: (code: string) => requestJson<Me>("/api/me/devices", "POST", { code }),
  /** All data that the server stores about this person, as JSON Lines. */
  export: async () => (await request("/api/me/export")).text(),
  /** Forgets this person everywhere. It can't be undone. */
  forget: async () => void (await request("/api/me", "DELETE")),
};
