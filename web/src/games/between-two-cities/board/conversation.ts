// Proposals and answers, in whole sentences.

import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import type { BoardModel } from "./model/board.svelte";
import type { Ghost } from "./model/talk.svelte";
import { reasonWords } from "../words/reasons";
import type { Reason } from "../types";
import { thePiece } from "../words/words";

/** A proposal as its author says it, and what the others answered: "I would put the house here: … Ben: yes." */
export function proposalWords(model: BoardModel, { proposal, piece }: Ghost): string {
  const { answers, by, reason, seat } = proposal;
  const tile = thePiece(piece);
  const own = by === seat;
  // The author's own approval is not shown.
  const plain = own && (reason as Reason | undefined)?.why === "fine";
  const why = plain ? "" : reasonWords(reason, model.names, model.table);
  const idea = own
    ? why
      ? m.btc_would({ tile, why })
      : m.btc_would_plain({ tile })
    : why
      ? m.btc_could({ tile, why })
      : m.btc_could_plain({ tile });
  return [idea, ...answerWords(model, answers)].join(" ");
}

/** "Ben: yes." "Cleo: rather not. I mean this tile for the city with Ada." */
function answerWords(model: BoardModel, answers: Ghost["proposal"]["answers"]): string[] {
  return [true, false].flatMap((agree) => {
    const those = answers.filter((one) => one.agree === agree && one.seat !== model.me);
    if (those.length === 0) return [];
    const names = listed(those.map(({ seat }) => model.names(seat)));
    const why = those.map(({ reason }) => reasonWords(reason, model.names, model.table)).filter(Boolean);
    return [agree ? m.btc_agree({ names }) : m.btc_disagree({ names }), ...why];
  });
}
