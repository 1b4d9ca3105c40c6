import type { Companion, NewInvitation } from "$wire/protocol";
import { request, requestJson } from "./http";

/** People with whom the user has finished games on the server. */
export const companions = {
  /** The latest first. */
  mine: () => requestJson<Companion[]>("/api/me/companions"),
  /** Invites one of them to a table of the user. */
  invite: async (table: string, { code, seat }: Companion) =>
    void (await request(`/api/tables/${table}/invitations`, "POST", { code, seat } satisfies NewInvitation)),
};
