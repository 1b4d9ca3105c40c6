import { keepsCookies } from "../settings/remembered";
import { m } from "../../paraglide/messages.js";
import type { Code, Refusal } from "$wire/protocol";
import { Refused } from "./refused";

type Params = NonNullable<Refusal["params"]>;

const words: Record<Code, (params: Params) => string> = {
  malformed: () => m.refused_malformed(),
  "too-large": () => m.refused_too_large(),
  "too-many": ({ most }) => (most ? m.refused_at_most({ most }) : m.refused_too_many()),
  "no-table": () => m.refused_no_table(),
  unknown: () => m.refused_unknown(),
  "not-host": () => m.refused_not_host(),
  "not-seated": () => m.refused_not_seated(),
  taken: () => m.refused_taken(),
  "already-seated": () => m.refused_already_seated(),
  "not-full": () => m.refused_not_full(),
  "too-few-chairs": () => m.refused_too_few_chairs(),
  declined: () => m.refused_declined(),
  "sent-away": ({ minutes }) => m.refused_sent_away({ minutes: minutes ?? "10" }),
  "name-taken": () => m.refused_name_taken(),
  "too-many-tables": ({ most }) => m.refused_too_many_tables({ most: most ?? "" }),
  begun: () => m.refused_begun(),
  "not-begun": () => m.refused_not_begun(),
  over: () => m.refused_over(),
  "not-your-turn": () => m.refused_not_your_turn(),
  illegal: () => m.refused_illegal(),
  stale: () => m.refused_stale(),
  final: () => m.refused_final(),
  hushed: () => m.refused_hushed(),
  "no-hints": () => m.refused_no_hints(),
  "bad-text": () => m.refused_bad_text(),
  "not-away": () => m.refused_not_away(),
  "too-soon": ({ seconds }) => m.refused_too_soon({ seconds: seconds ?? "30" }),
  "away-too-long": ({ days }) => m.refused_away_too_long({ days: days ?? "0" }),
  "cant-propose": () => m.refused_cant_propose(),
  full: () => m.refused_full(),
  blocked: () => m.refused_blocked(),
  nobody: () => (keepsCookies() ? m.refused_nobody() : m.refused_no_cookies()),
  "wrong-origin": () => m.refused_wrong_origin(),
  "bad-record": (params) => badRecord(params),
  unreadable: () => m.refused_unreadable(),
  busy: () => m.refused_busy(),
  internal: () => m.refused_internal(),
};

function badRecord({ line = "1", fault }: Params): string {
  switch (fault) {
    case "unknown":
      return m.bad_record_unknown({ line });
    case "move":
      return m.bad_record_move({ line });
    case "result":
      return m.bad_record_result({ line });
    case "deal":
      return m.bad_record_deal({ line });
    case "seed":
      return m.bad_record_seed();
    case "unfinished":
      return m.bad_record_unfinished({ line });
    default:
      return m.bad_record_form({ line });
  }
}

/** Why something was refused, in the current language. */
export function refusalWords(refusal: Refusal): string {
  return (words[refusal.code] ?? words.internal)(refusal.params ?? {});
}

/** Why a request failed: the reason that it was refused, in the caller's `own` words if it has some, or that nothing answered. */
export function failureWords(error: unknown, own: Partial<Record<Code, string>> = {}): string {
  if (!(error instanceof Refused)) return m.no_server();
  return own[error.refusal.code] ?? refusalWords(error.refusal);
}

/** Why something that was entered did not help; `bad` says that it was wrong. */
export function entryWords(error: unknown, bad: string): string {
  return failureWords(error, { unknown: bad, malformed: bad });
}
