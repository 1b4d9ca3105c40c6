// Proposals and answers, in whole sentences.

import { listed } from "$lib/game/words";
import { m } from "../../../paraglide/messages.js";
import type { BoardModel } from "./model/board.svelte";
import type { Ghost } from "./model/talk.svelte";
import { reasonWords } from "../words/reasons";
import type { Reason } from "../types";
import { cityName, thePiece } from "../words/words";
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
  const said = answerWords(model, answers, true);
  if (by === model.me && said.length > 0) return said.join(" ");
  if (stance && temperament) return stancePhrase(temperament, stance);
  const tile = thePiece(piece);
  return by === seat ? m.btc_would_plain({ tile }) : m.btc_could_plain({ tile });
}

/** "it brings us +5 points" as a sentence of its own. */
function sentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}

/**
 * The words of a partner about a city: its answer to the viewer's proposal there, and the proposal `topic`. If `brief`, only the
 * proposal, in a few words.
 */
export function wordsOf(
  model: BoardModel,
  partner: number,
  city: number,
  topic: Ghost | null,
  brief = false,
): string {
  if (brief && topic) return briefly(model, topic);
  const answer = topic?.proposal.by === model.me ? undefined : model.talk.answerOf(partner, city);
  const instead = topic ? null : model.talk.insteadOf(partner, city);
  return [
    ...answerWords(model, answer ? [answer] : [], brief || topic !== null),
    ...(topic ? [proposalWords(model, topic)] : []),
    ...(instead ? [insteadWords(model, instead)] : []),
  ].join(" ");
}

/** "As you like. I build the house in the city with Ben." */
function insteadWords(model: BoardModel, { city, piece }: Ghost): string {
  return m.btc_instead({ tile: thePiece(piece), city: cityName(model.view, city, model.names) });
}

/** "Ben: yes." "Cleo: rather not. I mean this tile for the city with Ada." In `brief` form without reasons. */
function answerWords(model: BoardModel, answers: Ghost["proposal"]["answers"], brief = false): string[] {
  return [true, false].flatMap((agree) => {
    const those = answers.filter((one) => one.agree === agree && one.seat !== model.me);
    if (those.length === 0) return [];
    const [first] = those;
    const temperament = first && those.length === 1 ? model.seats.temperamentOf(first.seat) : null;
    if (first && temperament) {
      const said = brief ? "" : reasonWords(first.reason, model.names, model.table);
      const name = model.names(first.seat);
      const words = answerPhrase(temperament, agree);
      return [said ? m.btc_says_why({ name, words, why: said }) : m.btc_says({ name, words })];
    }
    const names = listed(those.map(({ seat }) => model.names(seat)));
    const why = those.map(({ reason }) => reasonWords(reason, model.names, model.table)).filter(Boolean);
    return [agree ? m.btc_agree({ names }) : m.btc_disagree({ names }), ...why];
  });
}
