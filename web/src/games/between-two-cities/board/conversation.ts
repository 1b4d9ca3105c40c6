// Proposals and answers, in whole sentences.

import { capital, listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import type { BoardModel } from "./model/board.svelte";
import type { Ghost } from "./model/talk.svelte";
import type { Answer } from "$wire/protocol";
import { reasonWords } from "../words/reasons";
import type { Reason } from "../types";
import { thePiece } from "../words/words";
import { answerPhrase, stancePhrase } from "../words/temperaments";

/** A proposal as its author says it, and what the others answered: "I would put the house here: … Ben: yes." */
export function proposalWords(model: BoardModel, { proposal, piece }: Ghost): string {
  const { answers, by, reason, seat, stance } = proposal;
  const temperament = model.seats.temperamentOf(by);
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
  const said = answerWords(model, answers);
  // Once a partner has answered the viewer, the answer is enough.
  if (by === model.me) return said.join(" ") || idea;
  if (!stance || !temperament) return [idea, ...said].join(" ");
  const same = stance === "insists" || stance === "announces";
  return [stancePhrase(temperament, stance), same && why ? sentence(why) : idea, ...said].join(" ");
}

/** The talk about a proposal in a few words, for places with little room: the board shows the tile and the place. */
function briefly(model: BoardModel, { proposal: { answers, by, seat, stance }, piece }: Ghost): string {
  const temperament = model.seats.temperamentOf(by);
  const said = answerWords(model, answers, "brief");
  if (by === model.me && said.length > 0) return said.join(" ");
  if (stance && temperament) return stancePhrase(temperament, stance);
  const tile = thePiece(piece);
  return by === seat ? m.btc_would_plain({ tile }) : m.btc_could_plain({ tile });
}

/** "it brings us +5 points" as a sentence of its own. */
const sentence = (words: string): string => `${capital(words)}.`;

/**
 * The words of a partner about a city: its answer to the viewer's proposal there, and the proposal `topic`. Of the two, the
 * later one is said in full; if `brief`, only that one, in a few words.
 */
export function wordsOf(
  model: BoardModel,
  partner: number,
  city: number,
  topic: Ghost | null,
  brief = false,
): string {
  const answered = topic?.proposal.by === model.me ? null : model.talk.answerOf(partner, city);
  const answers = answered ? [answered.answer] : [];
  const answersLast = answered !== null && (!topic || answered.to > topic.proposal.id);
  if (brief && answersLast) return answerWords(model, answers, "brief").join(" ");
  if (brief && topic) return briefly(model, topic);
  const instead = topic ? null : model.talk.insteadOf(partner, city);
  const proposed = topic ? (answersLast ? briefly(model, topic) : proposalWords(model, topic)) : null;
  return [
    ...answerWords(model, answers, answersLast ? "whole" : "none"),
    ...(proposed ? [proposed] : []),
    ...(instead ? [insteadWords(model, instead)] : []),
  ].join(" ");
}

/** "Then not there. I build the house with Ben instead." */
function insteadWords(model: BoardModel, { proposal, city, piece }: Ghost): string {
  const builders = model.view.cities[city]?.builders ?? [];
  const other = builders.find((seat) => seat !== proposal.by) ?? proposal.by;
  return m.btc_instead({ tile: thePiece(piece), name: model.names(other) });
}

/** "Gladly: it brings us +5 points." "Rather not: I mean this tile for the city with Ada." `reasons`: how much is said of why. */
function answerWords(
  model: BoardModel,
  answers: readonly Answer[],
  reasons: "whole" | "brief" | "none" = "whole",
): string[] {
  const whyOf = ({ reason }: Answer): string =>
    reasons === "none" ? "" : reasonWords(reason, model.names, model.table, reasons === "brief");
  return [true, false].flatMap((agree) => {
    const those = answers.filter((one) => one.agree === agree && one.seat !== model.me);
    if (those.length === 0) return [];
    const [first] = those;
    const temperament = first && those.length === 1 ? model.seats.temperamentOf(first.seat) : null;
    if (first && temperament) {
      const why = whyOf(first);
      const words = capital(answerPhrase(temperament, agree));
      return [why ? `${words}: ${why}.` : `${words}.`];
    }
    const names = listed(those.map(({ seat }) => model.names(seat)));
    const why = those.map(whyOf).filter(Boolean).map(sentence);
    return [agree ? m.btc_agree({ names }) : m.btc_disagree({ names }), ...why];
  });
}
