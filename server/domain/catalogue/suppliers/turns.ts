import { perDatabase } from "#server/kernel/batcher.ts";
import { inTime, paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import type { SupplierCode } from "./port.ts";
import { type Limit, type TurnBook, turnBook } from "./turn-book.ts";
import { TurnQueue } from "./turn-queue.ts";

/** When an adapter may call. What is answered `false` must not be sent; it was nobody's fault, and nothing happened. */
export type Turns = {
  /** Waits for the turn of a call, until that moment (of `Date.now()`) or for a while. */
  next(sendBy?: number): Promise<boolean>;
  /** Counts against a limit of something that the supplier counts apart, without waiting. */
  within(limit: Limit, about: string): Promise<boolean>;
  /** The supplier said that it is asked too often, and after which time it may be asked again (`Retry-After`). */
  heed(retryAfter: string | null, about?: string): Promise<void>;
  /** What another call asked for, for this one too, had no turn. */
  miss(): void;
};

/** For an adapter that is alone with its supplier. */
export const FREELY: Turns = {
  next: async (sendBy = Number.POSITIVE_INFINITY) => Date.now() <= sendBy,
  within: async () => true,
  heed: async () => {},
  miss: () => {},
};

/** A call waits this long for its turn, and not less than the second where time is scaled. */
const PATIENCE = 15 * SECOND;
/** Whoever did not get a turn comes again after this long: others have had theirs by then. */
const AGAIN = 5 * SECOND;
/** Without a word of the supplier's about it. */
const CLOSED = 2 * SECOND;
/** However long a supplier wants to be left alone, it is asked again. */
const LONGEST_CLOSED = 2 * MINUTE;

const patience = () => Math.max(SECOND, paced(PATIENCE));

type Line = { book: TurnBook; queue: TurnQueue };

const lines = perDatabase("suppliers' turns", () => new Map<SupplierCode, Line>());

function lineOf(db: Database, code: SupplierCode, limit: Limit): Line {
  const book = turnBook(db, code);
  const line = lines(db).get(code) ?? { book, queue: new TurnQueue(book, limit) };
  lines(db).set(code, line);
  return line;
}

/** The turns of one connection. @param limit what the supplier allows, whoever asks */
export function takeTurns(ctx: Ctx, code: SupplierCode, limit: Limit) {
  const { book, queue } = lineOf(ctx.db, code, limit);
  let isBegun = false;
  let inHand = false;
  let isMissed = false;
  const had = (hasCome: boolean) => {
    isMissed ||= !hasCome;
    return hasCome;
  };
  const turns: Turns = {
    async next(sendBy = Number.POSITIVE_INFINITY) {
      if (inHand) {
        inHand = false;
        return had(Date.now() <= sendBy);
      }
      const left = Math.min(patience(), sendBy - Date.now());
      const hasCome = left > 0 && (await orNot(async () => (await queue.wait(left, isBegun)) === null));
      // Who slept on it has missed it.
      return had(hasCome && Date.now() <= sendBy);
    },
    within: async (own, about) =>
      had(await orNot(async () => (await book.take(about, own, { patienceMs: 0, waitedMs: 0 })).taken)),
    heed: async (retryAfter, about = "") => {
      const forMs = Math.min(LONGEST_CLOSED, readRetryAfter(retryAfter, ctx.clock.now()) ?? CLOSED);
      log().warn({ supplier: code, forMs }, "a supplier says that it is asked too often");
      await orNot(async () => {
        await book.close(about, paced(forMs));
        return true;
      });
    },
    miss: () => void had(false),
  };
  return {
    turns,
    /**
     * Before something that calls a supplier: waits for the first call's turn. Null when it has come; else when to come
     * again. Nothing was asked then, and nothing counts. What has begun goes before what has not.
     */
    async begin(): Promise<Date | null> {
      const again = inHand ? null : await queue.wait(patience(), isBegun);
      isBegun = inHand = again === null;
      isMissed = false;
      const now = ctx.clock.now();
      return again === null ? null : inTime(after(now, again), AGAIN * Math.random() + (again === 0 ? AGAIN : 0));
    },
    /**
     * When to come again, where a call since `begin` had no turn: what then was not done, or not learned, is no word of the
     * supplier's, and does not count. Null when all had theirs.
     */
    missedTurn: (): Date | null => (isMissed ? inTime(ctx.clock.now(), AGAIN * (1 + Math.random())) : null),
  };
}

/** A database that does not answer gives no turn. */
async function orNot(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    log().warn({ error: (error as Error).message }, "a supplier's turns could not be written down");
    return false;
  }
}

/** Seconds or a date; null for anything else. */
export function readRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
