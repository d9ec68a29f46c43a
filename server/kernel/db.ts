import { hash } from "node:crypto";
import pg from "pg";
import type { PrismaClient } from "#generated/prisma/client.ts";
import { namedRows } from "./column-names.ts";
import { isDatabaseDown } from "./database-errors.ts";
import { env } from "./env.ts";
import { fail } from "./errors.ts";
import { JoinedPool, type JoinedPrisma, joinPrisma, type Models, prismaOn, type Run } from "./joined-prisma.ts";
import { asMessage } from "./last-statements.ts";
import { money } from "./money.ts";
import { processSingleton } from "./process-singleton.ts";
import { isPooled, limiting, sessionLimits } from "./session-limits.ts";
import { guardAgainstSilence, patience } from "./silent-server.ts";
import { inStatementSpan, inTransactionSpan } from "./sql-span.ts";

/** A statement with its values apart from its text. Made by the `sql` tag. */
export type Sql = { text: string; values: unknown[]; name: string };

/** What can run a statement: the database, or a transaction of it. A column `order_id` is the row's `orderId`. */
export type Queryable = { query<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> };

/** A transaction: Prisma's models and statements of ours, on one connection. A database is one too, whose every call stands alone. */
export type Transaction = Queryable & { prisma: Models };

export type Database = Queryable & {
  prisma: PrismaClient;
  /** Runs the work in one transaction. Never around a locked wallet, never around a network call. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same for work that ends by locking what others wait for, such as a wallet: the statements it returns and the commit
   * are one message, so that such a lock is never held while something is on its way. Returns the rows of the first one.
   */
  closing<Row>(work: (tx: Transaction) => Promise<Sql[]>): Promise<Row[]>;
  close(): Promise<void>;
};

const texts = new WeakMap<TemplateStringsArray, { text: string; name: string }>();

/**
 * sql`select … where id = ${id}`: values become parameters, a nested sql`…` becomes part of the text.
 * Each text is prepared once per connection.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  if (parts.some(isSql)) return compose(strings, parts);
  let known = texts.get(strings);
  if (!known) {
    const text = strings.reduce((all, piece, i) => `${all}$${i}${piece}`);
    known = { text, name: nameOf(text) };
    texts.set(strings, known);
  }
  return { ...known, values: parts };
}

function compose(strings: TemplateStringsArray, parts: unknown[]): Sql {
  const values: unknown[] = [];
  let text = strings[0]!;
  parts.forEach((part, i) => {
    if (isSql(part)) {
      const offset = values.length;
      text += part.text.replace(/\$(\d+)/g, (_all, n) => `$${offset + Number(n)}`);
      values.push(...part.values);
    } else text += `$${values.push(part)}`;
    text += strings[i + 1]!;
  });
  return { text, values, name: nameOf(text) };
}

/** A statement whose tables are named by a list of ours: the text as it is, parameters as $1, $2 … */
export const statement = (text: string, values: unknown[] = []): Sql => ({ text, values, name: nameOf(text) });

/** Planned with its values each time, in a millisecond: for searches whose best way depends on what is looked for. */
export const plannedAnew = (statement: Sql): Sql => ({ ...statement, name: "" });

const nameOf = (text: string) => hash("sha1", text, "base64url");

const isSql = (part: unknown): part is Sql =>
  typeof part === "object" && part !== null && "text" in part && "values" in part;

/** numeric → Decimal, bigint → number (ids stay far below 2^53); the rest as the driver has it. */
const types = {
  getTypeParser: ((oid: number, format: "text" | "binary") => {
    if (oid === pg.types.builtins.NUMERIC) return money;
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format as "text");
  }) as typeof pg.types.getTypeParser,
};

/** A statement that takes longer is ended by the server, which a long one makes late to say so; who does not answer at all is given up later. */
const STATEMENT_MS = 20_000;
/** Where people and programs wait for an answer, they wait this long at most, and less for a row that somebody holds. */
export const ANSWER_MS = { statement: 4_500, lock: 3_000 };

export function openDatabase(
  url: string,
  connections = 20,
  { hurried = false, longest }: { hurried?: boolean; longest?: number } = {},
): Database {
  const statementMs = longest ?? (hurried ? ANSWER_MS.statement : STATEMENT_MS);
  const guard = hurried ? guardAgainstSilence(connectionOptions(url)) : patience;
  const limits = sessionLimits(statementMs, hurried ? ANSWER_MS.lock : 0);
  const config = {
    ...connectionOptions(url),
    types,
    max: connections,
    // Who waits for a connection waits for its statement.
    connectionTimeoutMillis: hurried ? 5_000 : statementMs,
    idleTimeoutMillis: 60_000,
    query_timeout: statementMs + (longest ? 30_000 : 500),
    ...limiting(limits, isPooled(url)),
  };
  const pool = new JoinedPool(config, guard, isPooled(url));
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  let prisma: PrismaClient | undefined;
  const asRows = (run: Run): Queryable => ({
    query: async <Row>(statement: Sql) =>
      namedRows<Row>(await inStatementSpan(statement.text, () => run({ ...statement, rowMode: "array" }))),
  });
  const withPrisma = () => {
    prisma ??= prismaOn(pool);
    return prisma;
  };
  /** @param end takes the answer of the work and commits, or undoes it by failing */
  const inTransaction = async <Done, T>(
    work: (tx: Transaction) => Promise<Done>,
    end: (client: pg.PoolClient, done: Done) => Promise<T>,
  ): Promise<T> => {
    const client = await guard.wait(
      () => pool.connect(),
      (unwanted) => unwanted.release(),
    );
    let broken: Error | undefined;
    try {
      await guard.wait(() => client.query("begin"));
      return await end(client, await asTransaction(client, work));
    } catch (error) {
      if (isDatabaseDown(error)) broken = error as Error;
      else
        await client.query("rollback").catch((rollbackError: Error) => {
          broken = rollbackError;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const asTransaction = async <T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    let joined: JoinedPrisma | undefined;
    const run: Run = (statement) => guard.wait(() => client.query(statement));
    try {
      return await work({
        ...asRows(run),
        get prisma() {
          joined ??= joinPrisma(withPrisma(), run);
          return joined.models;
        },
      });
    } finally {
      await joined?.leave();
    }
  };
  return {
    ...asRows((statement) => pool.query(statement)),
    get prisma() {
      return withPrisma();
    },
    transaction: (work) =>
      inTransactionSpan(() =>
        inTransaction(work, async (client, result) => {
          await guard.wait(() => client.query("commit"));
          return result;
        }),
      ),
    closing: <Row>(work: (tx: Transaction) => Promise<Sql[]>) =>
      inTransactionSpan(() =>
        inTransaction(work, async (client, last) => {
          const text = asMessage(last);
          const answers: unknown = await guard.wait(() => client.query({ text, rowMode: "array" }));
          return namedRows<Row>((answers as pg.QueryArrayResult[])[0]!);
        }),
      ),
    async close() {
      guard.end();
      await prisma?.$disconnect();
      await pool.end();
    },
  };
}

/** Runs the work inside the transaction so that its failure undoes it alone: the transaction goes on. */
export async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.query(sql`savepoint inside`);
  try {
    const result = await work();
    await tx.query(sql`release savepoint inside`);
    return result;
  } catch (error) {
    await tx.query(sql`rollback to savepoint inside`);
    throw error;
  }
}

/** An address as libpq has it: with `?host=/socket/dir` a Unix socket, whatever host stands before. */
export function connectionOptions(url: string): pg.ClientConfig {
  const parsed = new URL(url);
  const directory = parsed.searchParams.get("host");
  if (!directory) return { connectionString: url };
  return {
    host: directory,
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: parsed.pathname.slice(1),
  };
}

/** The database of this process. */
export function database(): Database {
  return processSingleton("database", () => {
    const url = env().databaseUrl;
    if (!url) throw new Error("The database address is not known yet: the process has not finished starting.");
    return openDatabase(url, 20, { hurried: env().hurried });
  });
}

/**
 * The first of a statement's CTEs: locks are waited for this long, in this statement and what is left of its transaction.
 * What takes the lock must read `waits`, so that it is set before.
 */
export const lockWait = (ms: number): Sql =>
  sql`waits as materialized (select set_config('lock_timeout', ${String(ms)}, true) as ms)`;

/** Of the jobs that an Inngest server runs in processes which answer requests: they have as much time as in a worker. */
export const patientDatabase = (): Database =>
  env().hurried ? processSingleton("patient-database", () => openDatabase(env().databaseUrl!, 12)) : database();

/** For a single statement that reads a whole history: on a connection of its own, for as long as is said. */
export async function withinTime<T>(longest: number, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(env().databaseUrl!, 1, { longest });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The single row that must be there. */
export function one<Row>(rows: Row[]): Row {
  return rows[0] ?? fail("internal_error", "A statement that must return a row returned none.");
}
