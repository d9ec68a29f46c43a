import pg from "pg";
import { env } from "./env.ts";

/** What PostgreSQL is told of a session of ours: names and values as it has them. */
type Limits = Record<string, string | number>;

export const sessionLimits = (statementMs: number, lockMs: number): Limits => ({
  timezone: "UTC",
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  // Whoever may take longer for one statement may as well between two.
  idle_in_transaction_session_timeout: Math.max(20_000, statementMs),
});

/**
 * True when the address is that of a pooler which gives each transaction any session, as PgBouncer does in transaction mode:
 * then what a session is told would be told to somebody else. Where there is one before the primary there may be one before
 * the replica.
 */
export const isPooled = (url: string): boolean =>
  env().directDatabaseUrl !== undefined &&
  [env().databaseUrl, env().readDatabaseUrl].includes(url) &&
  url !== env().directDatabaseUrl;

/** PostgreSQL itself: for locks that outlive a transaction, for LISTEN, and for who must keep one session. */
export const directDatabaseUrl = (): string => env().directDatabaseUrl ?? env().databaseUrl!;

/** A session of our own is told once, as it begins. Through a pooler each transaction is told, and it ends with that. */
export const limiting = (limits: Limits, pooled: boolean): pg.PoolConfig =>
  pooled
    ? ({ Client: clientOf(limits), pipeline: true } as pg.PoolConfig)
    : {
        options: Object.entries(limits)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(" "),
      };

const BEGIN = /^begin$/i;

/** Says the limits in one message with whatever begins a transaction, be it ours or Prisma's. */
function clientOf(limits: Limits) {
  const begin = ["begin", ...Object.entries(limits).map(([name, value]) => `set local ${name} = '${value}'`)].join(
    "; ",
  );
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own shapes, passed on as they are.
    override query(statement: any, ...rest: any[]): any {
      const text = typeof statement === "string" ? statement : statement?.text;
      return super.query(BEGIN.test(text) ? begin : statement, ...(rest as []));
    }
  };
}

/**
 * A statement that stands alone, with the limits before it and the commit behind it, sent as one: what it locks is not held
 * while something is on its way.
 */
export async function aloneOn<T>(client: pg.PoolClient, statement: pg.QueryConfig): Promise<T> {
  const [begun, done, ended] = await Promise.allSettled([
    client.query("begin"),
    client.query(statement),
    client.query("commit"),
  ]);
  if (begun.status === "rejected" && done.status === "fulfilled") throw withoutLimits(begun.reason);
  for (const part of [begun, done, ended]) if (part.status === "rejected") throw part.reason;
  return (done as PromiseFulfilledResult<T>).value;
}

/** It was refused to begin, and the statement went on without: it may have been written. As PostgreSQL says that this is not known. */
const withoutLimits = (cause: unknown): Error =>
  Object.assign(new Error("A statement ran without its transaction", { cause }), { code: "08007" });
