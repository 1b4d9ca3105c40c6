// What goes over the wire. Stands in for the types that are generated from the server (src/lib/wire), until they are there.

export type Seat = number;
export type Colour = "teal" | "coral" | "indigo" | "amber" | "plum" | "moss" | "slate" | "rose";
export type Pace = "untimed" | "relaxed" | "fast";
export type TalkRule = "open" | "signals" | "silent";
export type UndoRule = "none" | "until-revealed";
export type BotPace = "instant" | "brisk" | "human";
export type Listing = "private" | "public";
export type Status = "lobby" | "playing" | "over";
export type Undoable = "sealed" | "move";
export type Signal = "you-first" | "your-call" | "good-idea" | "please-not" | "points-here" | "points-there";
export type Bye = "shutdown" | "too-much" | "too-slow" | "silent" | "gone";

export interface Options {
  pace: Pace;
  talk: TalkRule;
  passed_hands: boolean;
  undo: UndoRule;
  bots: BotPace;
  listing: Listing;
}

export type Sitter =
  | { kind: "nobody" }
  | { kind: "person"; name: string; colour: Colour; stand_in: string | null }
  | { kind: "bot"; name: string; level: string }
  | { kind: "automaton" };

export interface Chair {
  sitter: Sitter;
  host: boolean;
  online: boolean;
  takeover_at: number | null;
  seating: number | null;
}

export interface Deal {
  commitment: string;
  occasion: string;
  seed: string | null;
}

export interface GameState {
  moves: number;
  view: unknown;
  offers: unknown;
  to_act: Seat[];
  sealed: Seat[];
  my_sealed: string | null;
  waiting: Seat[];
  goes_first: Seat | null;
  undo: Undoable | null;
  deadline: number | null;
  outcome: unknown;
  winners: Seat[];
}

export type LogWhat =
  | { type: "game"; event: unknown }
  | { type: "started" }
  | { type: "undone"; seat: Seat; mv: string }
  | { type: "replaced"; seat: Seat; level: string }
  | { type: "returned"; seat: Seat }
  | { type: "timed-out"; seat: Seat };
export type LogEntry = { n: number; at: number } & LogWhat;

export type TalkWhat =
  | { type: "said"; text: string }
  | { type: "signalled"; signal: Signal; to?: Seat; city?: number }
  | { type: "proposed"; to: Seat; mv: string; reason?: unknown }
  | { type: "answered"; to: Seat; mv: string; agree: boolean; reason?: unknown };
export type TalkItem = { n: number; at: number; seat: Seat } & TalkWhat;

export interface Answer {
  seat: Seat;
  agree: boolean;
  reason?: unknown;
}

export interface Proposal {
  id: number;
  by: Seat;
  seat: Seat;
  mv: string;
  answers: Answer[];
  reason?: unknown;
}

export interface TakeoverVote {
  seat: Seat;
  by: Seat[];
  needed: number;
}

export interface TableView {
  seq: number;
  code: string;
  game_id: string;
  variant: string;
  status: Status;
  options: Options;
  host: boolean;
  me: number | null;
  chairs: Chair[];
  watchers: number;
  deal: Deal | null;
  game: GameState | null;
  proposals: Proposal[];
  votes: TakeoverVote[];
  rematch: string | null;
  log: LogEntry[];
  talk: TalkItem[];
}

export type Patch = Partial<Omit<TableView, "seq" | "code" | "game_id">> & { seq: number };

export type Action =
  | { type: "sit"; chair: number }
  | { type: "leave" }
  | { type: "seat-bot"; chair: number; level: string }
  | { type: "clear-chair"; chair: number }
  | { type: "configure"; variant: string; players: number; options: Options }
  | { type: "start" }
  | { type: "move"; mv: string }
  | { type: "unseal" }
  | { type: "undo" }
  | { type: "wait"; on: boolean }
  | { type: "say"; text: string }
  | { type: "signal"; signal: Signal; to?: Seat; city?: number }
  | { type: "propose"; seat: Seat; mv: string }
  | { type: "answer"; proposal: number; agree: boolean }
  | { type: "withdraw"; proposal: number }
  | { type: "replace"; seat: Seat }
  | { type: "return" }
  | { type: "rematch" };

export interface Command {
  id: string;
  on: number;
  action: Action;
}

export type Code =
  | "malformed"
  | "too-large"
  | "too-many"
  | "no-table"
  | "unknown"
  | "not-host"
  | "not-seated"
  | "taken"
  | "already-seated"
  | "not-full"
  | "too-few-chairs"
  | "begun"
  | "not-begun"
  | "over"
  | "not-your-turn"
  | "illegal"
  | "stale"
  | "final"
  | "hushed"
  | "bad-text"
  | "not-away"
  | "cant-propose"
  | "nobody"
  | "wrong-origin"
  | "internal";

export interface Refusal {
  code: Code;
  detail: string;
  params?: Record<string, string>;
}

export type Frame =
  | { type: "table"; table: TableView }
  | { type: "update"; patch: Patch }
  | { type: "done"; id: string; seq: number }
  | { type: "refused"; id: string; refusal: Refusal }
  | { type: "bye"; why: Bye };
