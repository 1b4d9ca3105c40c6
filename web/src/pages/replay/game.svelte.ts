import type { Chair, Colour, Replay, ReplayStep, TableView } from "$wire/protocol";
import { shared } from "$lib/records/shared";
import type { Connection } from "$lib/table/connection";
import { engineHere } from "$lib/table/tables";
import type { Eyes } from "./position";

/** How long a step is shown at the plain speed, in milliseconds. */
const STEP = 1_800;

/** How long a drag must stay on a step before the parts of the page that do not follow each frame show it, in milliseconds. */
const REST = 200;

/** The longest frame of a drag after which the next step is shown at once, in milliseconds: at 60 Hz, one frame is 17. */
const SMOOTH = 25;

/** How many times as long as a slow frame took the page then waits: it still answers while drawing takes a quarter of its time. */
const PAUSE = 3;

export const SPEEDS = [0.5, 1, 2, 4] as const;

/**
 * Each step with the log and the talk from the beginning. Unchanged parts of two steps are the same objects, so that from
 * one to the next only what changed is drawn. Players have the `colours` of their seats, where these are known.
 */
function withAllLines({ steps }: Replay, colours: readonly Colour[]): ReplayStep[] {
  const painted = ({ sitter, ...chair }: Chair, seat: number): Chair => ({
    ...chair,
    sitter: "colour" in sitter ? { ...sitter, colour: colours[seat] ?? sitter.colour } : sitter,
  });
  const [log, talk]: [TableView["log"], TableView["talk"]] = [[], []];
  let before: TableView | null = null;
  return steps.map(({ acted, table }) => {
    log.push(...table.log);
    talk.push(...table.talk);
    const said = table.talk.length === 0 && before ? before.talk : [...talk];
    const chairs = table.chairs.map(painted);
    before = {
      ...shared<TableView>(before, { ...table, chairs, log: [], talk: [] }),
      log: [...log],
      talk: said,
    };
    return { acted, table: before };
  });
}

/** A replay: which step is shown, and from whose eyes. */
export class RecordedGame {
  readonly #record: string;
  readonly #load: (seat: number | null) => Promise<Replay>;
  /** The steps that were loaded so far, by viewer. */
  readonly #seen = new Map<number | null, Promise<Replay>>();
  #replay = $state.raw<Replay>({ steps: [], fault: null });
  #steps = $state.raw<readonly ReplayStep[]>([]);
  /** The colours of the seats, where these are known. */
  #colours: readonly Colour[] = [];
  /** For each step the table as each player saw it; loaded when everything is to be open. */
  #open = $state.raw<readonly (readonly TableView[])[]>([]);
  #step = $state(0);
  /** The step that is shown, or was before the current drag. */
  #rested = $state(0);
  /** The step that was dragged to, until a frame shows it. */
  #dragged: number | null = null;
  /** Whether a frame was requested to show it. */
  #awaited = false;
  /** The time of a frame before which no further step of the drag is drawn. */
  #notBefore = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #eyes = $state.raw<Eyes>("watcher");
  /** How often another viewpoint was requested. */
  #asked = 0;
  #playing = $state(false);
  /** Whether the step is shown without the events that led to it. */
  still = $state(true);
  speed = $state<(typeof SPEEDS)[number]>(1);

  private constructor(record: string, load: (seat: number | null) => Promise<Replay>) {
    this.#record = record;
    this.#load = load;
  }

  /** Rejects with a `Refused` if nothing of the record can be shown. */
  static async open(record: string): Promise<RecordedGame> {
    const game = new RecordedGame(record, (seat) => engineHere().replay(record, seat));
    await game.lookAs("watcher");
    return game;
  }

  /** The game that is on at a table, up to now, as the viewer was shown it. Rejects if the table does not answer. */
  static async soFar(connection: Connection): Promise<RecordedGame> {
    const game = new RecordedGame("", () => connection.lookBack());
    await game.lookAs(connection.table?.me ?? "watcher");
    game.show(game.last);
    return game;
  }

  /** The text of the record. */
  get record(): string {
    return this.#record;
  }

  /** Why the rest of the record can't be shown. */
  get fault(): Replay["fault"] {
    return this.#replay.fault;
  }
  get step(): number {
    return this.#step;
  }
  get last(): number {
    return this.#steps.length - 1;
  }
  get eyes(): Eyes {
    return this.#eyes;
  }
  get playing(): boolean {
    return this.#playing;
  }
  readonly table = $derived.by((): TableView | null => this.#steps[this.#step]?.table ?? null);
  /** The table for its board, where no one can talk any more. */
  readonly board = $derived.by(
    (): TableView | null =>
      this.table && { ...this.table, options: { ...this.table.options, talk: "silent" } },
  );
  /** The table, but unchanged during a drag: for parts that need not follow each frame. */
  readonly rested = $derived.by((): TableView | null => this.#steps[this.#rested]?.table ?? null);
  /** The table as each player saw it, by seat; empty unless everything is open. */
  readonly hidden = $derived.by(() => (this.#eyes === "open" ? (this.#open[this.#step] ?? []) : []));
  /** The tables of all steps. */
  readonly all = $derived.by((): readonly TableView[] => this.#steps.map(({ table }) => table));

  /** Shows the same step from other eyes, unless others are asked for meanwhile. Rejects if they can't be had. */
  async lookAs(eyes: Eyes): Promise<void> {
    const asked = ++this.#asked;
    const replay = await this.#from(typeof eyes === "number" ? eyes : null);
    if (eyes === "open" && this.#open.length === 0) {
      const players = replay.steps[0]?.table.chairs.filter(({ sitter }) => sitter.kind !== "automaton") ?? [];
      const seen = await Promise.all(players.map((_, seat) => this.#from(seat)));
      this.#open = replay.steps.map((_, step) => seen.flatMap(({ steps }) => steps[step]?.table ?? []));
    }
    if (asked !== this.#asked) return;
    this.still = true;
    this.#replay = replay;
    this.#steps = withAllLines(replay, this.#colours);
    this.#eyes = eyes;
    this.show(this.#step);
  }

  /** Gives the players these colours, by seat. */
  paint(colours: readonly Colour[]): void {
    this.#colours = colours;
    this.#steps = withAllLines(this.#replay, colours);
  }

  #from(seat: number | null): Promise<Replay> {
    const known = this.#seen.get(seat);
    if (known) return known;
    const loading = this.#load(seat);
    this.#seen.set(seat, loading);
    // The next call tries again.
    loading.catch(() => this.#seen.delete(seat));
    return loading;
  }

  /** Shows a step; the next one with the events that led to it. */
  show(step: number): void {
    const to = this.#within(step);
    this.still = to !== this.#step + 1;
    this.#step = to;
    this.#dragged = null;
    this.#settle();
    if (to === this.last) this.#playing = false;
  }

  /** Shows a step on the way to another: in one of the next frames, and without the events that led to it. */
  drag(step: number): void {
    this.#playing = false;
    const to = this.#within(step);
    if (to === (this.#dragged ?? this.#step)) return;
    this.#dragged = to;
    this.#await();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST);
  }

  #await(): void {
    if (this.#awaited) return;
    this.#awaited = true;
    requestAnimationFrame((now) => this.#draw(now));
  }

  /** Shows the latest step of a drag, or waits longer if the step before took long to draw. */
  #draw(now: number): void {
    this.#awaited = false;
    if (this.#dragged === null) return;
    if (now < this.#notBefore) return this.#await();
    this.#follow();
    requestAnimationFrame((drawn) => {
      const took = drawn - now;
      this.#notBefore = took > SMOOTH ? drawn + PAUSE * took : 0;
    });
  }

  #follow(): void {
    if (this.#dragged === null) return;
    this.still = true;
    this.#step = this.#dragged;
    this.#dragged = null;
  }

  #settle(): void {
    clearTimeout(this.#rest);
    this.#follow();
    this.#rested = this.#step;
  }

  #within(step: number): number {
    return Math.min(Math.max(step, 0), this.last);
  }

  /** Plays what happened since the latest move of a seat. Returns whether anything did. */
  playNews(seat: number | null): boolean {
    const latest = this.#steps.findLastIndex(({ acted }) => seat !== null && acted.includes(seat));
    if (latest === this.last) return false;
    this.show(Math.max(latest, 0));
    this.#playing = true;
    return true;
  }

  /** Plays on by itself, from the beginning if the end is shown; or stops. */
  toggle(): void {
    if (!this.#playing && this.#step === this.last) this.show(0);
    this.#playing = !this.#playing;
  }

  pause(): void {
    this.#playing = false;
  }

  /** How long the step is shown while the game plays, in milliseconds. */
  readonly pace = $derived.by(() => STEP / this.speed);

  /** The next step at which a seat has to decide: it moves in the step after that. Null if there is none. */
  nextDecision(seat: number): number | null {
    const at = this.#steps.findIndex(({ acted }, step) => step > this.#step + 1 && acted.includes(seat));
    return at < 0 ? null : at - 1;
  }

  /** A connection to a table at which nothing can be done any more. */
  readonly connection: Connection = {
    table: null,
    earlier: { log: 0, talk: 0 },
    place: "device",
    hands: null,
    state: "live",
    now: () => Date.now(),
    send: () => this.#over(),
    hint: () => this.#over(),
    loadEarlier: () => Promise.resolve(),
    lookBack: () => this.#over(),
    record: () => Promise.resolve(this.#record),
    note: { read: () => this.#over(), write: () => this.#over() },
    report: () => this.#over(),
    mute: () => Promise.resolve(),
    close: () => undefined,
  };

  #over(): Promise<never> {
    return Promise.reject(new Error("a game that is looked back on is over"));
  }
}
