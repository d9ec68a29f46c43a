import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "#generated/prisma/client.ts";
import { env } from "./env.ts";
import { fail, ServiceError } from "./errors.ts";
import { asMessage } from "./last-statements.ts";
import { money } from "./money.ts";
import { once } from "./once.ts";
import { guardAgainstSilence, patience } from "./silent-server.ts";

/** A statement with its values apart from its text. Made by the `sql` tag. */
export type Sql = { text: string; values: unknown[]; name: string };

/** What can run a statement: the database, or a transaction of it. */
export type Queryable = { query<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> };

export type Database = Queryable & {
  prisma: PrismaClient;
  /** Runs the work in one transaction. Never around a locked wallet, never around a network call. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * The same for work that ends by locking what others wait for, such as a wallet: the statements it returns and the commit
   * are one message, so that such a lock is never held while something is on its way. Returns the rows of the first one.
   */
  closing<Row>(work: (tx: Queryable) => Promise<Sql[]>): Promise<Row[]>;
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

const nameOf = (text: string) => createHash("sha1").update(text).digest("base64url");

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

/** A statement that takes longer is ended by the server; a server that does not answer at all is given up a little later. */
const STATEMENT_MS = 20_000;
/**
 * Where people and programs wait for an answer, they wait this long at most, and less for a row that somebody holds.
 */
export const ANSWER_MS = { statement: 4_500, lock: 3_000 };

export function openDatabase(url: string, connections = 20, { hurried = false } = {}): Database {
  const statementMs = hurried ? ANSWER_MS.statement : STATEMENT_MS;
  const pool = new pg.Pool({
    ...connectionOptions(url),
    types,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    query_timeout: statementMs + 500,
    options: `-c timezone=UTC -c statement_timeout=${statementMs} -c lock_timeout=${hurried ? ANSWER_MS.lock : 0} -c idle_in_transaction_session_timeout=20000`,
  });
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  let prisma: PrismaClient | undefined;
  const guard = hurried ? guardAgainstSilence(connectionOptions(url)) : patience;
  const on = (runner: pg.Pool | pg.PoolClient): Queryable => ({
    query: async <Row>(statement: Sql) => (await guard.wait(() => runner.query(statement))).rows as Row[],
  });
  const alone = on(pool);
  const inTransaction = async <T>(run: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await guard.wait(
      () => pool.connect(),
      (unwanted) => unwanted.release(),
    );
    let broken: Error | undefined;
    try {
      await guard.wait(() => client.query("begin"));
      return await run(client);
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
  return {
    // A statement of its own that lost against another has left nothing behind: it is tried once more.
    query: <Row>(statement: Sql) =>
      alone.query<Row>(statement).catch((error) => {
        if (!BEATEN.has(codeOf(error))) throw error;
        return alone.query<Row>(statement);
      }),
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: () => {} }) });
      return prisma;
    },
    transaction: (work) =>
      inTransaction(async (client) => {
        const result = await work(on(client));
        await guard.wait(() => client.query("commit"));
        return result;
      }),
    closing: <Row>(work: (tx: Queryable) => Promise<Sql[]>) =>
      inTransaction(async (client) => {
        const message = asMessage(await work(on(client)));
        const answers: unknown = await guard.wait(() => client.query(message));
        return (answers as pg.QueryResult[])[0]!.rows as Row[];
      }),
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

/** A transaction that Prisma runs, for what is made of plain statements. */
export const withinPrisma = (tx: Prisma.TransactionClient): Queryable => ({
  query: async <Row>(statement: Sql) => await tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values),
});

/** The database of this process. */
export function database(): Database {
  return once("database", () => {
    const url = env().databaseUrl;
    if (!url) throw new Error("The database address is not known yet: the process has not finished starting.");
    return openDatabase(url, 20, { hurried: env().hurried });
  });
}

/** True when the failure is the connection's or the server's, not the statement's: what became of it is not known. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? "");
  return (
    // Read-only: it became a standby, or its disk did.
    /^(08|57P|53|25006)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "P1001", "P1017"].includes(code) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** A deadlock, a conflict of transactions: PostgreSQL has ended one of those that ran at the same time. */
const BEATEN = new Set(["40P01", "40001"]);
/** Rows that are locked for too long, a statement that took too long. */
const TOO_LONG = new Set(["55P03", "57014"]);
/** What a statement changes has been changed since it was read; our functions say so. */
export const OVERTAKEN = "SV001";

/** True when the database could not do it in time or at this moment. Nothing was written. */
export const isDatabaseBusy = (error: unknown): boolean => BEATEN.has(codeOf(error)) || TOO_LONG.has(codeOf(error));

/** True when a statement lost against others that ran at the same time: nothing is wrong with it. */
export const isContention = (error: unknown): boolean => isDatabaseBusy(error) || codeOf(error) === OVERTAKEN;

/** What a caller is told then. */
export const busy = (): ServiceError =>
  new ServiceError("service_unavailable", "This takes too long at the moment. Repeat the request.", undefined, {
    "Retry-After": "2",
  });

/**
 * The first of a statement's CTEs: locks are waited for this long, in this statement and what is left of its transaction.
 * What takes the lock must read `waits`, so that it is set before.
 */
export const lockWait = (ms: number): Sql =>
  sql`waits as materialized (select set_config('lock_timeout', ${String(ms)}, true) as ms)`;

/** Of the jobs that an Inngest server runs in processes which answer requests: they have as much time as in a worker. */
export const patientDatabase = (): Database =>
  env().hurried ? once("patient-database", () => openDatabase(env().databaseUrl!, 12)) : database();

/** The single row that must be there. */
export function one<Row>(rows: Row[]): Row {
  return rows[0] ?? fail("internal_error", "A statement that must return a row returned none.");
}
