import { saidIn } from "$lib/game/lines";
import { isMutedAt } from "$lib/table/muted.svelte";
import type { Answer, Feeling, Proposal } from "$wire/protocol";
import type { Signal } from "$wire/between-two-cities";
import { moveOf, placing, samePlacement, type GameEvent, type Placeable } from "../../types";
import { signalWords } from "../../words/signals";
import type { GameModel } from "./game.svelte";
import type { Placing } from "./placing.svelte";
import type { Seats } from "./seats.svelte";

/** An open proposal, to be drawn in its city. */
export interface Ghost {
  proposal: Proposal;
  piece: string;
  city: number;
  spot: string;
}

/** Proposals and signals between partners. */
export class Talk {
  readonly #game: GameModel;
  readonly #seats: Seats;
  readonly #placing: Placing;
  /** The partner's tile for which a spot is being chosen. */
  #suggesting = $state.raw<{ seat: number; piece: string } | null>(null);
  /** Whether something is announced over the board: meanwhile nothing is proposed to the viewer. */
  announced: () => boolean = () => false;

  constructor(game: GameModel, seats: Seats, placing: Placing) {
    this.#game = game;
    this.#seats = seats;
    this.#placing = placing;
  }

  /** Whether the viewer may say anything at all. */
  readonly allowed = $derived.by(() => this.#game.playing && this.#game.table.options.talk !== "silent");
  /** The open proposals. */
  readonly ghosts = $derived.by(() => {
    const mineOnly = this.announced();
    return this.#game.table.proposals.flatMap((proposal): Ghost[] => {
      const move = moveOf(proposal.mv);
      if (move.kind !== "place" || (mineOnly && proposal.by !== this.#game.me)) return [];
      return [{ proposal, ...move }];
    });
  });
  /** The partner's tile for which the viewer chooses a spot, and where it may go; null if there is none. */
  readonly suggesting = $derived.by(() => {
    const wanted = this.#suggesting;
    if (!wanted || !this.#game.playing) return null;
    const spots = this.#game.offers.suggest.filter(
      ({ seat, piece }) => seat === wanted.seat && piece === wanted.piece,
    );
    return spots.length > 0 ? { ...wanted, spots } : null;
  });
  /** The drafts that can be shown to a partner as proposals. */
  readonly askable = $derived.by(() =>
    this.allowed
      ? [...this.#placing.drafts.values()].filter((draft) => {
          const partner = this.#seats.partnerIn(draft.city);
          const asked = this.ghosts.some(
            (ghost) => ghost.proposal.by === this.#game.me && samePlacement(ghost, draft),
          );
          return partner !== null && !this.#seats.isAutomaton(partner) && !asked;
        })
      : [],
  );

  /** Whether the draft in a city can be shown to its other builder. */
  askableIn(city: number): boolean {
    return this.askable.some((draft) => draft.city === city);
  }

  /** Whether two people or bots can talk here at all: the viewer and this partner. */
  between(partner: number): boolean {
    return this.#game.table.options.talk !== "silent" && !this.#seats.isAutomaton(partner);
  }

  /** Whether the viewer may wait for partners: some of them have not placed all their tiles yet. */
  readonly mayWait = $derived.by(() => {
    const { me, game, view } = this.#game;
    if (!this.allowed || me === null || !this.#placing.active || view.phase !== "place") return false;
    const { left, right } = this.#seats.sides;
    return [left, right].some((city) => {
      const partner = this.#seats.partnerIn(city);
      return partner !== null && !this.#seats.isAutomaton(partner) && game.to_act.includes(partner);
    });
  });

  /** Whether the viewer may answer a proposal: another player's, for a city that the viewer builds too. */
  mayAnswer({ proposal, city }: Ghost): boolean {
    const { me, view } = this.#game;
    const concerned = me !== null && view.cities[city]?.builders.includes(me) === true;
    return this.allowed && concerned && proposal.by !== me && proposal.stance !== "announces";
  }

  /** The viewer's answer; null if there is none yet. */
  answerTo({ proposal }: Ghost): boolean | null {
    return proposal.answers.find(({ seat }) => seat === this.#game.me)?.agree ?? null;
  }

  /** The proposal for a city that is talked about: the first one that waits for the viewer's answer, else the latest. */
  topicIn(city: number): Ghost | null {
    const open = this.ghosts.filter((ghost) => ghost.city === city);
    return open.find((one) => this.mayAnswer(one) && this.answerTo(one) === null) ?? open.at(-1) ?? null;
  }

  /** A partner's answer to the viewer's proposal `to` for a city; null if there is no answer. */
  answerOf(partner: number, city: number): { to: number; answer: Answer } | null {
    const mine = this.ghosts.findLast((one) => one.city === city && one.proposal.by === this.#game.me);
    const answer = mine?.proposal.answers.find(({ seat }) => seat === partner);
    return mine && answer ? { to: mine.proposal.id, answer } : null;
  }

  /** Whether a partner and the viewer agree about a city, if they talk about it; null if nothing is settled. */
  moodOf(partner: number, city: number): "for" | "against" | null {
    const topic = this.topicIn(city);
    const answered = this.answerOf(partner, city);
    // The later of the two counts: the partner's proposal, or its answer to the viewer's.
    if (topic?.proposal.by === partner && topic.proposal.id > (answered?.to ?? 0)) {
      const { stance } = topic.proposal;
      if (this.answerTo(topic) === false || stance === "insists" || stance === "announces") return "against";
      if (this.answerTo(topic) === true || stance === "yields") return "for";
    }
    if (answered) return answered.answer.agree ? "for" : "against";
    return !topic && this.insteadOf(partner, city) ? "for" : null;
  }

  /** A partner's announcement that it builds in another city instead; null if there is none. */
  insteadOf(partner: number, city: number): Ghost | null {
    const own = this.ghosts.find(({ proposal: { by, seat } }) => by === partner && seat === partner);
    return own && own.city !== city && own.proposal.stance !== undefined ? own : null;
  }

  /** How many proposals for a city wait for the viewer's answer. */
  unanswered(city: number): number {
    return this.ghosts.filter(
      (one) => one.city === city && this.mayAnswer(one) && this.answerTo(one) === null,
    ).length;
  }

  /** The latest line of a partner in this turn, to all or to the viewer; null if there is none. A reaction is only a bubble. */
  lastWordsOf(partner: number): { text: string; version: number } | null {
    const { table, me, names } = this.#game;
    if (isMutedAt(table.code, names(partner))) return null;
    const revealed = table.log.findLast(
      (entry) => entry.type === "game" && (entry.event as GameEvent).event === "revealed",
    );
    const item = table.talk.findLast(
      ({ type, seat, version }) =>
        type !== "reacted" && seat === partner && version > (revealed?.version ?? 0),
    );
    if (item?.type === "said") return { text: saidIn(item.text, table), version: item.version };
    if (item?.type !== "signalled" || (item.to !== undefined && item.to !== me)) return null;
    const { text, about } = signalWords(item.signal, names, table);
    return { text: about === undefined ? text : `${text} (${about})`, version: item.version };
  }

  /** The tiles that partners may still place in a city. */
  tilesOfPartner(city: number): { seat: number; piece: string }[] {
    const found = new Map<string, { seat: number; piece: string }>();
    for (const { seat, piece, city: where } of this.#game.offers.suggest) {
      if (where === city) found.set(`${seat} ${piece}`, { seat, piece });
    }
    return [...found.values()];
  }

  /** Begins to suggest a spot for a partner's tile, or stops. */
  suggest(seat: number, piece: string): void {
    const same = this.#suggesting?.seat === seat && this.#suggesting.piece === piece;
    this.#suggesting = same ? null : { seat, piece };
  }

  /** Whether a suggestion was being made. */
  stopSuggesting(): boolean {
    const before = this.#suggesting;
    this.#suggesting = null;
    return before !== null;
  }

  /** Proposes a spot for the partner's tile that is being suggested. */
  async proposeFor(seat: number, offer: Placeable): Promise<void> {
    await this.#game.send({ type: "propose", seat, mv: placing(offer) });
  }

  /** Proposes the draft in a city, instead of placing it. */
  async ask(city: number): Promise<void> {
    const { me } = this.#game;
    const draft = this.askable.find((one) => one.city === city);
    if (me !== null && draft) await this.proposeFor(me, draft);
  }

  /** Reacts to a city. */
  async react(feeling: Feeling, city: number): Promise<void> {
    await this.#game.send({ type: "react", reaction: { feeling, about: { shared: city } } });
  }

  /** Sends a signal to a partner. */
  async signal(signal: Signal, to: number): Promise<void> {
    await this.#game.send({ type: "signal", signal, to });
  }
}
