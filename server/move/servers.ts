import { randomUUID } from "node:crypto";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

/** One connection to a PostgreSQL, which writes where others are told to read only. It is never made anew. */
export type Server = {
  url: string;
  /** Where it is, without credentials: `postgresql://host:port/name`. */
  place: string;
  /** What only this connection was told. */
  session: string;
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export const APPLICATION = "svc cell move";
const CONNECT_WITHIN_MS = 10_000;

/** Rows are written down as text on both sides in the same way. */
const SESSION = {
  default_transaction_read_only: "off",
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  timezone: "UTC",
  datestyle: "ISO",
  intervalstyle: "postgres",
  extra_float_digits: 1,
  bytea_output: "hex",
  search_path: "public",
  // Statements over all tables are dear to compile and quick to run.
  jit: "off",
};

const OWN = "svc.session";

/** @param database another one of the same cluster */
export async function openServer(url: string, database?: string): Promise<Server> {
  const session = randomUUID();
  const client = new pg.Client({
    ...connectionOptions(database ? withDatabase(url, database) : url),
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    options: Object.entries({ ...SESSION, [OWN]: session })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    if (/unsupported startup parameter/.test((error as Error).message)) throw aPooler(placeOf(url), error);
    throw new Error(`${placeOf(url)} cannot be reached: ${(error as Error).message || String(error)}`, {
      cause: error,
    });
  }
  return {
    url,
    place: placeOf(url),
    session,
    rows: async (text, values) => {
      const answer = await client.query(text, values);
      return (Array.isArray(answer) ? answer.at(-1) : answer).rows;
    },
    close: () => client.end().catch(() => {}),
  };
}

/**
 * Fails when a pooler (PgBouncer and the like) stands at the address: what a session is told has to hold in it, and no other may
 * hear it, so that settings, locks and replication are those of whoever asked for them.
 */
export async function requireOwnSessions(server: Server, another: () => Promise<Server>): Promise<void> {
  const other = await another();
  try {
    // For as long as it lasts no pooler gives its session to anybody else.
    await other.rows("begin");
    for (const each of [other, server]) {
      const { own } = await one<{ own: string | null }>(each, `select current_setting('${OWN}', true) as own`);
      if (own !== each.session) throw aPooler(server.place);
    }
  } finally {
    await other.close();
  }
}

const aPooler = (place: string, cause?: unknown): Error =>
  new Error(
    `A pooler answers at ${place}: what a session is told there does not hold, and nothing can be replicated through it. Nothing was begun. Name the PostgreSQL server's own address in --from and --to.`,
    { cause },
  );

/** For statements with a password in them: where the role may say so, none of them is written to the server's log. */
export async function unlogged(server: Server, text: string): Promise<void> {
  const settings = { log_statement: "none", log_min_error_statement: "panic", log_min_duration_statement: -1 };
  const set = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  for (const each of set) await server.rows(each).catch(() => {});
  try {
    await server.rows(text);
  } finally {
    await server
      .rows(
        Object.keys(settings)
          .map((name) => `reset ${name}`)
          .join("; "),
      )
      .catch(() => {});
  }
}

export const one = async <Row>(server: Server, text: string, values?: unknown[]): Promise<Row> => {
  const [row] = await server.rows<Row>(text, values);
  if (!row) throw new Error(`${server.place} answered nothing to: ${text.slice(0, 80)}`);
  return row;
};

export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `postgresql://${searchParams.get("host") ?? hostname}:${searchParams.get("port") ?? (port || "5432")}${pathname}`;
}

export function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

/** Parameters that PostgreSQL's own library knows; it refuses addresses with others, such as Prisma's. */
const KNOWN = /^(host|hostaddr|port|ssl\w*|channel_binding|connect_timeout|target_session_attrs|keepalives\w*)$/;

/** The address as the server on the other side takes it. */
export function forServer(url: string): string {
  const plain = new URL(url);
  for (const name of [...plain.searchParams.keys()]) if (!KNOWN.test(name)) plain.searchParams.delete(name);
  return plain.href;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** By which a cluster is known from its copies on: all of them have it. */
export const clusterOf = async (server: Server): Promise<string> =>
  (await one<{ cluster: string }>(server, "select system_identifier::text as cluster from pg_control_system()"))
    .cluster;
