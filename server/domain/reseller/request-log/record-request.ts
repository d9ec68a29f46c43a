import { Batcher, perDatabase } from "#server/kernel/batcher.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { storable } from "#server/kernel/storable.ts";
import { writeTogether } from "#server/kernel/write-together.ts";

/** One API request made with a known key. */
export type ApiRequestRecord = {
  requestId: string;
  accountId: number;
  environment: string;
  keyId: number;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  code: string | null;
  durationMs: number;
  ip: string;
  /** Whether it used some of the key's quota: what was refused by the limit or before it did not. */
  counted: boolean;
  /** What was sent, masked and cut; null for requests without a body. */
  body: string | null;
  /** The sentence of a refusal. */
  message: string | null;
  idempotencyKey: string | null;
  /** Names and values in their order, masked. */
  headers: [string, string][];
  /** The beginning of what was answered, masked. */
  answer: string;
  createdAt: Date;
};

const requests = perDatabase(
  "request-log",
  (db: Database) =>
    new Batcher<ApiRequestRecord, undefined>({
      run: (rows) => write(db, rows),
      most: 2_000,
      inFlight: 1,
      gatherMs: 250,
      // The log must never take the service down with it.
      mostWaiting: 20_000,
    }),
);

/** Remembers the request; rows are written together a moment later, so that no request waits for its own record. */
export function recordRequest(db: Database, record: ApiRequestRecord): void {
  // One that is given up has been told to nobody.
  void requests(db)
    .add(record)
    .catch(() => {});
}

/** Writes what waits; called once more when the process drains. */
export const flushRequestLog = (db: Database): Promise<void> => requests(db).drain();

/** A record that the database refuses is given up alone. */
async function write(db: Database, rows: ApiRequestRecord[]): Promise<undefined[]> {
  try {
    await writeTogether(
      rows,
      (some) => insert(db, some),
      ({ requestId }, { message }) => log().error({ requestId, error: message }, "a request record was refused"),
    );
  } catch (error) {
    log().error({ rows: rows.length, error: (error as Error).message }, "request records could not be written");
  }
  return [];
}

/**
 * JSON has no line feed in it: a list of such texts is one text, in which nothing is escaped and nothing taken apart again. Of a
 * single empty one nothing is left.
 */
const inLines = (texts: string[]): string => storable(texts.map((text) => text.replaceAll("\n", " ")).join("\n"));

/** Each field of all rows is one list: rows as JSON would bring the names of their fields with them, to be looked up in each. */
function insert(db: Database, rows: ApiRequestRecord[]): Promise<unknown[]> {
  const all = <F extends keyof ApiRequestRecord>(field: F) => rows.map((row) => row[field]);
  const texts = (field: "path" | "method" | "body" | "message" | "idempotencyKey") =>
    rows.map((row) => row[field] && storable(row[field]));
  return db.query(sql`
      with made as (
        select nextval('api_requests_id_seq') as id, x.*
          from rows from (
            unnest(${all("requestId")}::text[], ${all("accountId")}::int[], ${all("environment")}::text[], ${all("keyId")}::int[],
              ${texts("method")}::text[], ${texts("path")}::text[], ${all("operation")}::text[], ${all("status")}::int[], ${all("code")}::text[],
              ${all("durationMs")}::real[], ${all("ip")}::text[], ${all("counted")}::boolean[], ${texts("body")}::text[], ${texts("message")}::text[],
              ${texts("idempotencyKey")}::text[], ${all("createdAt")}::timestamptz[]),
            string_to_table(${inLines(rows.map((row) => JSON.stringify(row.headers)))}, chr(10)),
            string_to_table(${inLines(all("answer"))}, chr(10))
          ) as x("requestId", "accountId", environment, "keyId", method, path, operation, status, code, "durationMs", ip, counted,
            body, message, "idempotencyKey", "createdAt", headers, answer)
      ), used as (
        update api_keys k set last_used_at = u.at, last_used_ip = u.ip
          from (select distinct on ("keyId") "keyId", "createdAt" as at, ip from made order by "keyId", "createdAt" desc) u
         where k.id = u."keyId"
      ), counted as (
        insert into key_usage as u (key_id, minute, requests, errors, duration_ms, counted)
        select "keyId", date_trunc('minute', "createdAt"), count(*), count(*) filter (where status >= 400), sum("durationMs"),
               count(*) filter (where counted)
          from made group by 1, 2 order by 1, 2
        on conflict (key_id, minute) do update set requests = u.requests + excluded.requests, errors = u.errors + excluded.errors,
          duration_ms = u.duration_ms + excluded.duration_ms, counted = u.counted + excluded.counted
      ), exchanged as (
        insert into api_exchanges (id, headers, answer) select id, headers, coalesce(answer, '') from made
      )
      insert into api_requests (id, request_id, account_id, environment, key_id, method, path, operation, status, code, duration_ms, ip, body,
        message, idempotency_key, created_at)
      select id, "requestId", "accountId", environment, "keyId", method, path, operation, status, code, "durationMs", ip, body, message,
             "idempotencyKey", "createdAt" from made`);
}
