import { Batcher, perDatabase, type Waiting } from "./batcher.ts";
import { busy } from "./database-errors.ts";
import type { Database } from "./db.ts";
import { inChildSpan } from "./trace.ts";

/** Something of one account's that locks its wallet, or what else others of the account wait for. */
export type Work = {
  accountId: number;
  /** Two that share one go into different transactions. */
  claims: string[];
};

type Rules<W extends Work, R> = {
  /** Does all of it in one transaction, waiting for locks for so long at most. Answers in the order of the works. */
  write(db: Database, works: W[], waitMs: number): Promise<R[]>;
  /** Works in one transaction at most; more wait for the next. */
  maxBatch?: number;
  /** How long those of one account wait for its own lock. */
  ownWaitMs?: number;
  /** Who has waited this long is told to come again. */
  patienceMs?: number;
};

/** Fewer wait for the one under way: a transaction of a few costs the database almost as much as one of many. */
const WORTH_ANOTHER = 8;
/** How long works of many accounts wait for a wallet of one of them: a lock is held for a few milliseconds. */
const SHARED_WAIT_MS = 250;

/**
 * Works that arrive while others are being done go together into the next transaction: one commit and one visit to each
 * wallet for all of them. A lone one waits for nobody, and a wallet that somebody holds locked holds up its own account's
 * works only. However many of them there are, they hold three of the process's connections.
 */
export function inLanes<W extends Work, R>(
  name: string,
  { write, maxBatch = 48, ownWaitMs = 1_500, patienceMs = 3_000 }: Rules<W, R>,
): (db: Database, work: W) => Promise<R> {
  const shared = { most: maxBatch, claims: ({ claims }: W) => claims };
  const open = (db: Database) => {
    /** Accounts whose lock did not come free in time: their works wait apart until some have been done. */
    const lanes = new Map<number, Batcher<W, R>>();
    const queue = new Batcher<W, R>({
      ...shared,
      run: (works) => write(db, works, SHARED_WAIT_MS),
      worthAnother: WORTH_ANOTHER,
      held: toLanes,
    });
    /** One transaction at a time; when it is through, the account's works go with all others again. */
    const openLane = (accountId: number) => {
      const lane: Batcher<W, R> = new Batcher<W, R>({
        ...shared,
        run: (works) => write(db, works, ownWaitMs),
        inFlight: 1,
        patienceMs,
        held(batch) {
          for (const { reject } of batch) reject(busy());
        },
        through() {
          lanes.delete(accountId);
          queue.putBack(lane.withdraw(() => true));
        },
      });
      lanes.set(accountId, lane);
      return lane;
    };
    /** A wallet of the batch was held: which one is not known, so each account's works go on alone, what waits included. */
    function toLanes(batch: Waiting<W, R>[]): void {
      const held = new Set(batch.map(({ item }) => item.accountId));
      const behind = queue.withdraw(({ accountId }) => held.has(accountId));
      for (const [accountId, own] of Map.groupBy([...batch, ...behind], ({ item }) => item.accountId))
        (lanes.get(accountId) ?? openLane(accountId)).putBack(own);
    }
    return (work: W) => (lanes.get(work.accountId) ?? queue).add(work);
  };
  const placesOf = perDatabase(`lanes:${name}`, open);
  return (db, work) => inChildSpan(`together ${name}`, {}, () => placesOf(db)(work));
}
