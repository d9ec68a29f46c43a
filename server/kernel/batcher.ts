import { busy, isDatabaseBusy } from "./database-errors.ts";
import { processSingleton } from "./process-singleton.ts";
import { apart } from "./trace.ts";
import { writeTogether } from "./write-together.ts";

/** An item on its way into a batch, and who asked for it. */
export type Waiting<T, R> = { item: T; since: number; resolve(result: R): void; reject(error: unknown): void };

type Rules<T, R> = {
  /** Does all of it and answers in the order of the items; when it fails, nothing was done. */
  run(items: T[]): Promise<R[]>;
  /** Items in a batch at most. */
  most: number;
  /** Batches under way at a time: while one is answered, the next is being filled. */
  inFlight?: number;
  /** Fewer wait for the batch that is under way. */
  worthAnother?: number;
  /** How long the first waits for others. Without it a lone item waits for nobody: those of one turn of the event loop go together. */
  gatherMs?: number;
  /** When more wait, the oldest is refused. */
  mostWaiting?: number;
  /** Who has waited this long is refused. */
  patienceMs?: number;
  /** Two that share one go into different batches. */
  claims?(item: T): string[];
  /** Takes those that were not done because somebody holds what they need; without it they are refused. */
  held?(batch: Waiting<T, R>[]): void;
  /** After a batch that was not held. */
  through?(): void;
};

/**
 * Collects what comes in while something is being done, does it together, and answers each. One item that is refused must not
 * take the others with it: the batch is tried in halves, down to that item.
 */
export class Batcher<T, R> {
  readonly #rules: Rules<T, R>;
  readonly #running = new Set<Promise<void>>();
  #waiting: Waiting<T, R>[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(rules: Rules<T, R>) {
    this.#rules = rules;
  }

  add(item: T): Promise<R> {
    const { mostWaiting, gatherMs } = this.#rules;
    return new Promise((resolve, reject) => {
      if (mostWaiting !== undefined && this.#waiting.length >= mostWaiting) this.#waiting.shift()!.reject(busy());
      this.#waiting.push({ item, since: performance.now(), resolve, reject });
      if (gatherMs !== undefined) this.#timer ??= setTimeout(() => this.#pump(), gatherMs);
      else if (this.#waiting.length === 1 || this.#waiting.length === this.#enough()) setImmediate(() => this.#pump());
    });
  }

  /** Those that waited elsewhere go before all others. */
  putBack(waiting: Waiting<T, R>[]): void {
    this.#waiting.unshift(...waiting);
    this.#pump();
  }

  /** Those that fit wait here no more. */
  withdraw(fits: (item: T) => boolean): Waiting<T, R>[] {
    const withdrawn = this.#waiting.filter(({ item }) => fits(item));
    this.#waiting = this.#waiting.filter(({ item }) => !fits(item));
    return withdrawn;
  }

  /** Waits no longer for others, and is over when nothing waits or is being done. */
  async drain(): Promise<void> {
    for (this.#pump(); this.#running.size > 0; this.#pump()) await Promise.race(this.#running);
  }

  /** How many are worth a batch beside one that is under way. */
  #enough(): number {
    return Math.min(this.#rules.worthAnother ?? 1, this.#rules.most);
  }

  /** What is done together is done for nobody in particular. */
  #pump(): void {
    apart(() => this.#begin());
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#refuseLate();
    const { inFlight = 2 } = this.#rules;
    while (this.#running.size < inFlight && this.#waiting.length >= (this.#running.size === 0 ? 1 : this.#enough())) {
      const running: Promise<void> = this.#settle(this.#takeBatch()).then((held) => {
        this.#running.delete(running);
        if (held.length > 0) this.#rules.held?.(held);
        else this.#rules.through?.();
        this.#goOn();
      });
      this.#running.add(running);
    }
  }

  #goOn(): void {
    const { gatherMs, most } = this.#rules;
    if (gatherMs === undefined || this.#waiting.length >= most) this.#pump();
    else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#pump(), gatherMs);
  }

  #refuseLate(): void {
    const { patienceMs } = this.#rules;
    if (patienceMs === undefined) return;
    const now = performance.now();
    const isLate = ({ since }: Waiting<T, R>) => now - since > patienceMs;
    for (const { reject } of this.#waiting.filter(isLate)) reject(busy());
    this.#waiting = this.#waiting.filter((waiting) => !isLate(waiting));
  }

  #takeBatch(): Waiting<T, R>[] {
    const { most, claims } = this.#rules;
    if (!claims) return this.#waiting.splice(0, most);
    const batch: Waiting<T, R>[] = [];
    const rest: Waiting<T, R>[] = [];
    const claimed = new Set<string>();
    for (const waiting of this.#waiting) {
      const own = claims(waiting.item);
      if (batch.length === most || own.some((claim) => claimed.has(claim))) rest.push(waiting);
      else batch.push(waiting);
      for (const claim of own) claimed.add(claim);
    }
    this.#waiting = rest;
    return batch;
  }

  /** Answers everybody of the batch but those that were held, whom it returns. */
  async #settle(batch: Waiting<T, R>[]): Promise<Waiting<T, R>[]> {
    const left = new Set(batch);
    const run = async (some: Waiting<T, R>[]): Promise<never[]> => {
      const results = await this.#rules.run(some.map(({ item }) => item));
      some.forEach((waiting, i) => {
        left.delete(waiting);
        waiting.resolve(results[i]!);
      });
      return [];
    };
    const refused = (waiting: Waiting<T, R>, error: Error) => {
      left.delete(waiting);
      waiting.reject(error);
    };
    try {
      await writeTogether(batch, run, refused);
    } catch (error) {
      if (this.#rules.held && isDatabaseBusy(error)) return [...left];
      for (const { reject } of left) reject(error);
    }
    return [];
  }
}

/** One in the process for each database. */
export const perDatabase =
  <D extends object, Q>(name: string, make: (db: D) => Q): ((db: D) => Q) =>
  (db) => {
    const queues = processSingleton(name, () => new WeakMap<D, Q>());
    const queue = queues.get(db) ?? make(db);
    queues.set(db, queue);
    return queue;
  };
