import { setTimeout as sleep } from "node:timers/promises";
import type { Limit, TurnBook } from "./turn-book.ts";

/** Null: go. Else nobody can go for so many milliseconds, or the patience is at its end (0). */
export type Answer = null | number;

type Waiting = {
  isBegun: boolean;
  since: number;
  until: number;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * The calls of this process that wait for their turn at a supplier, in their order; those of something that has begun go
 * first, so that it ends. Each process takes one turn ahead at most: several that wait share what the supplier allows.
 */
export class TurnQueue {
  readonly #book: TurnBook;
  readonly #about: string;
  readonly #limit: Limit;
  readonly #waiting: Waiting[] = [];
  #isServing = false;

  /** @param about as of the book: empty, or what is counted apart */
  constructor(book: TurnBook, about: string, limit: Limit) {
    this.#book = book;
    this.#about = about;
    this.#limit = limit;
  }

  wait(patienceMs: number, isBegun: boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const since = performance.now();
      const leave = setTimeout(() => this.#take(waiting)?.resolve(0), patienceMs);
      const over = <T>(end: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(leave);
          end(value);
        };
      };
      const waiting: Waiting = {
        isBegun,
        since,
        until: since + patienceMs,
        resolve: over(resolve),
        reject: over(reject),
      };
      this.#waiting.push(waiting);
      if (!this.#isServing) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    try {
      while (this.#waiting.length > 0) {
        const now = performance.now();
        const { waitMs, taken } = await this.#book.take(this.#about, this.#limit, {
          patienceMs: Math.max(0, ...this.#waiting.map(({ until }) => until - now)),
          waitedMs: now - this.#waiting[0]!.since,
        });
        if (taken && waitMs > 0) await sleep(waitMs);
        if (taken) this.#take(this.#waiting.find(({ isBegun }) => isBegun) ?? this.#waiting[0])?.resolve(null);
        else for (const { resolve } of this.#waiting.splice(0)) resolve(waitMs);
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    } finally {
      this.#isServing = false;
    }
  }

  #take(waiting: Waiting | undefined): Waiting | null {
    const place = waiting ? this.#waiting.indexOf(waiting) : -1;
    return place < 0 ? null : this.#waiting.splice(place, 1)[0]!;
  }
}
