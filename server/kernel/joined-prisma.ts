import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "#generated/prisma/client.ts";
import { isDatabaseDown, wasBeaten } from "./database-errors.ts";
import { measure } from "./metrics.ts";
import { EXACT } from "./money.ts";
import { aloneOn } from "./session-limits.ts";
import type { Guard } from "./silent-server.ts";

// Prisma has a copy of the decimals' class of its own: its amounts are money as ours are.
Prisma.Decimal.set(EXACT);

/** The models, without what would begin or end a transaction or run a text of its own. */
export type Models = Omit<Prisma.TransactionClient, `$${string}`>;

/** Prisma and we ask for rows as lists of values. */
export type Run = (statement: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>;

/** The connection that Prisma's next transaction joins, while it is being asked for. */
const joining = new AsyncLocalStorage<Run>();

/**
 * A statement of its own, ours or Prisma's, that lost against another has left nothing behind: it is tried again when the
 * winner has had time to take what it waited for, and to commit.
 */
const PAUSES_MS = [20, 200];

/**
 * A pool whose `connect` hands out, to a transaction of Prisma's that joins one of ours, the connection of that one. What
 * Prisma says there to begin and to end it is not passed on: that is ours to say.
 */
export class JoinedPool extends pg.Pool {
  /** @param pooled each statement that stands alone is a transaction of its own, which says its limits */
  constructor(config: pg.PoolConfig, guard: Guard, pooled: boolean) {
    super(config);
    const alone = pooled ? (statement: pg.QueryArrayConfig) => this.#inOwn(statement) : (this.query.bind(this) as Run);
    this.query = (async (statement: pg.QueryArrayConfig) => {
      for (const pauseMs of PAUSES_MS) {
        try {
          return await guard.wait(() => alone(statement));
        } catch (error) {
          if (!wasBeaten(error)) throw error;
          await sleep(pauseMs);
        }
      }
      return await guard.wait(() => alone(statement));
    }) as pg.Pool["query"];
  }

  async #inOwn(statement: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const client = await this.#had();
    let broken: Error | undefined;
    try {
      return await aloneOn(client, statement);
    } catch (error) {
      if (isDatabaseDown(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    const run = joining.getStore();
    if (callback) {
      const isHad = waiting();
      super.connect((...had) => {
        isHad();
        callback(...had);
      });
      return;
    }
    return run ? Promise.resolve(joined(run)) : this.#had();
  }

  #had(): Promise<pg.PoolClient> {
    return super.connect().finally(waiting());
  }
}

/** Returns what is to be called when a connection was had, or none. */
function waiting(): () => void {
  const askedAt = performance.now();
  return () => measure("pool_wait", {}, performance.now() - askedAt);
}

const BOUNDARY = /^(begin|commit|rollback)$/i;

function joined(run: Run): pg.PoolClient {
  const ignore = () => {};
  const query = (statement: pg.QueryArrayConfig) =>
    BOUNDARY.test(statement.text) ? Promise.resolve({ rows: [], fields: [], rowCount: 0 }) : run(statement);
  return { query, on: ignore, removeListener: ignore, release: ignore } as unknown as pg.PoolClient;
}

/** In any other form what a failure says, which is kept and shown here and there, holds lines of our source. */
const errorFormat = "minimal";

export const prismaOn = (pool: JoinedPool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: () => {} }), errorFormat });

/** Our own limits end a transaction that takes too long. */
const NO_LIMIT_MS = 24 * 60 * 60_000;

export type JoinedPrisma = { models: Models; leave(): Promise<void> };

/** Prisma's models on a connection whose transaction we began. Prisma joins it with the first call; `leave` before its end. */
export function joinPrisma(prisma: PrismaClient, run: Run): JoinedPrisma {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let whole: Promise<void> | undefined;
  let joined: Promise<Prisma.TransactionClient> | undefined;
  const join = () => {
    joined ??= new Promise((resolve, reject) => {
      whole = joining
        .run(run, () =>
          prisma.$transaction(
            async (tx) => {
              resolve(tx);
              await ended;
            },
            { timeout: NO_LIMIT_MS, maxWait: NO_LIMIT_MS },
          ),
        )
        .catch(reject);
    });
    return joined;
  };
  const model = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_model, verb: string) =>
          async (...given: unknown[]) =>
            await ((await join()) as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>)[
              name
            ]![verb]!(...given),
      },
    );
  return {
    models: new Proxy({} as Models, { get: (_models, name: string) => model(name) }),
    async leave() {
      end();
      await whole;
    },
  };
}
