import type { Refusal } from "$wire/protocol";
import { Refused } from "../table/refused";

/** A question to a worker, with a number that its answer bears. */
interface Question<Q> {
  number: number;
  question: Q;
}

/** A message of a worker: the answer to a question, or unsolicited news. */
type Said<N> =
  | { number: number; answer: unknown }
  | { number: number; refusal: Refusal }
  | { number: number; failed: string }
  | { news: N };

/** The worker is gone, or failed otherwise than by a refusal. */
export class WorkerFailed extends Error {
  override name = "WorkerFailed";
}

/** The page's side of a worker: sends questions `Q` and receives news `N`. */
export class WorkerClient<Q, N = never> {
  readonly #worker: Worker;
  readonly #asked = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #number = 0;

  /** Called with each news. */
  onnews: (news: N) => void = () => undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Said<N>>) => {
      if ("news" in data) this.onnews(data.news);
      else this.#answered(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.close(event.message);
    };
  }

  ask<A>(question: Q): Promise<A> {
    const number = this.#number++;
    return new Promise<A>((resolve, reject) => {
      this.#asked.set(number, { resolve: resolve as (answer: unknown) => void, reject });
      this.#worker.postMessage({ number, question } satisfies Question<Q>);
    });
  }

  /** Ends the worker, even in the middle of a task. Questions that are open are answered by a `WorkerFailed`. */
  close(why = "closed"): void {
    this.#worker.terminate();
    const open = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of open) reject(new WorkerFailed(why));
  }

  #answered(said: Exclude<Said<N>, { news: N }>): void {
    const waiting = this.#asked.get(said.number);
    this.#asked.delete(said.number);
    if (!waiting) return;
    if ("answer" in said) waiting.resolve(said.answer);
    else waiting.reject("refusal" in said ? new Refused(said.refusal) : new WorkerFailed(said.failed));
  }
}

/** The global scope of a worker. */
interface Inside {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

const inside = (): Inside => globalThis as unknown as Inside;

/** A worker's own side: answers questions as they come. */
export function serve<Q>(answer: (question: Q) => unknown): void {
  inside().onmessage = async ({ data: { number, question } }: MessageEvent<Question<Q>>) => {
    try {
      inside().postMessage({ number, answer: await answer(question) } satisfies Said<never>);
    } catch (error) {
      const said = error instanceof Refused ? { refusal: error.refusal } : { failed: String(error) };
      inside().postMessage({ number, ...said } satisfies Said<never>);
    }
  };
}

/** Sends unsolicited news to the page. */
export function tell<N>(news: N): void {
  inside().postMessage({ news } satisfies Said<N>);
}
