import { type Database, sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { storableJson } from "#server/kernel/storable.ts";
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
  createdAt: Date;
};

const FLUSH_EVERY_MS = 250;
/** Above this many waiting rows the oldest are dropped: the log must never take the service down with it. */
const MAX_WAITING = 20_000;
const MAX_BATCH = 2_000;

type Buffer = { rows: ApiRequestRecord[]; timer: NodeJS.Timeout | undefined; writing: Promise<void> };

const buffer = () =>
  processSingleton<Buffer>("request-log", () => ({ rows: [], timer: undefined, writing: Promise.resolve() }));

/** Remembers the request; rows are written together a moment later, so that no request waits for its own record. */
export function recordRequest(db: Database, record: ApiRequestRecord): void {
  const held = buffer();
  if (held.rows.length >= MAX_WAITING) held.rows.shift();
  held.rows.push(record);
  held.timer ??= setTimeout(() => void flushRequestLog(db), FLUSH_EVERY_MS);
}

/** Writes what waits; called once more when the process drains. */
export async function flushRequestLog(db: Database): Promise<void> {
  const held = buffer();
  clearTimeout(held.timer);
  held.timer = undefined;
  // Behind what is being written: whoever flushes returns when everything that waited is.
  held.writing = held.writing.then(() => write(db, held.rows.splice(0, MAX_BATCH)));
  await held.writing;
  if (held.rows.length > 0) await flushRequestLog(db);
}

/** A record that the database refuses is given up alone. */
async function write(db: Database, rows: ApiRequestRecord[]): Promise<void> {
  try {
    await writeTogether(
      rows,
      (some) => insert(db, some),
      ({ requestId }, { message }) => log().error({ requestId, error: message }, "a request record was refused"),
    );
  } catch (error) {
    log().error({ rows: rows.length, error: (error as Error).message }, "request records could not be written");
  }
}

const insert = (db: Database, rows: ApiRequestRecord[]): Promise<unknown[]> =>
  db.query(sql`
      with made as (
        select * from jsonb_to_recordset(${storableJson(rows)}::jsonb) as x(
          "requestId" text, "accountId" int, environment text, "keyId" int, method text, path text, operation text, status int, code text,
          "durationMs" real, ip text, counted boolean, body text, message text, "createdAt" timestamptz)
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
      )
      insert into api_requests (request_id, account_id, environment, key_id, method, path, operation, status, code, duration_ms, ip, body,
        message, created_at)
      select "requestId", "accountId", environment, "keyId", method, path, operation, status, code, "durationMs", ip, body, message,
             "createdAt" from made`);
