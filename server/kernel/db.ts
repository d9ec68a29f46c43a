import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "#generated/prisma/client.ts";
import { env } from "./env.ts";
import { fail } from "./errors.ts";
import { money } from "./money.ts";
import { once } from "./once.ts";

/** A statement with its values apart from its text. Made by the `sql` tag. */
export type Sql = { text: string; values: unknown[]; name: string };

/** What can run a statement: the database, or a transaction of it. */
export type Queryable = { query<Row = Record<string, unknown>>(statement: Sql): Promise<Row[]> };

export type Database = Queryable & {
  prisma: PrismaClient;
  /** Runs the work in one transaction. Never around a locked wallet, never around a network call. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
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

export function openDatabase(url: string, connections = 20): Database {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    types,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    options: "-c timezone=UTC -c statement_timeout=20000 -c idle_in_transaction_session_timeout=20000",
  });
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  let prisma: PrismaClient | undefined;
  const on = (runner: pg.Pool | pg.PoolClient): Queryable => ({
    query: async <Row>(statement: Sql) => (await runner.query(statement)).rows as Row[],
  });
  return {
    ...on(pool),
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool, { onPoolError: () => {} }) });
      return prisma;
    },
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await work(on(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async close() {
      await prisma?.$disconnect();
      await pool.end();
    },
  };
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
  return once("database", () => {
    const url = env().databaseUrl;
    if (!url) throw new Error("The database address is not known yet: the process has not finished starting.");
    return openDatabase(url);
  });
}

/** True when the failure is the connection's or the server's, not the statement's. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? "");
  return (
    /^(08|57P|53)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "P1001", "P1017"].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      error.message,
    )
  );
}

/** The single row that must be there. */
export function one<Row>(rows: Row[]): Row {
  return rows[0] ?? fail("internal_error", "A statement that must return a row returned none.");
}
