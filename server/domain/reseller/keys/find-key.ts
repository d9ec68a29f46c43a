import type { Plan } from "#server/domain/reseller/accounts/index.ts";
import { batchLoader } from "#server/kernel/batch-loader.ts";
import type { AccountFacts, DataVersions, Environment } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import type { Scope } from "#server/kernel/scopes.ts";
import { hashKey, isHashOf, parseKey } from "./key-format.ts";

/** A genuine key with everything a request is checked against, as it stands now. */
export type ApiKey = {
  id: number;
  prefix: string;
  environment: Environment;
  scopes: Scope[];
  /** Encrypted; null when the key does not require HMAC. */
  signingSecret: Uint8Array | null;
  allowedIps: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  account: AccountFacts;
  plan: Plan;
  rateMinute: number | null;
  rateDay: number | null;
  versions: DataVersions;
  /** The go-live drill that it is in right now; never of a live key. */
  drillId: number | null;
};

type Row = Omit<ApiKey, "account" | "versions" | "prefix"> & {
  publicId: string;
  hash: Uint8Array<ArrayBuffer>;
  accountId: number;
  code: string;
  currency: string;
  status: AccountFacts["status"];
  testEnabled: boolean;
  liveEnabled: boolean;
  catalog: number;
  pricing: number;
};

/**
 * Keys of requests that come in together are looked up together; by public id and environment. An array behind a `select` is of
 * any length to the planner: the plan for one is kept for all, which it would otherwise make anew for a few (decision 159).
 */
const lookUp = batchLoader("keys", async (db: Transaction, asked: { publicId: string; environment: Environment }[]) => {
  const rows = await db.query<Row>(sql`
    select k.id, k.public_id, k.environment, k.hash, k.scopes, k.signing_secret, k.allowed_ips,
           k.expires_at, k.revoked_at, a.id as account_id, a.code, a.currency, a.status, a.plan,
           a.test_enabled, a.live_enabled, coalesce(k.rate_minute, a.rate_minute) as rate_minute,
           coalesce(k.rate_day, a.rate_day) as rate_day,
           (select id from drills where key_id = k.id and ended_at is null and ends_at > now() and k.environment = 'test') as drill_id,
           (select version from data_versions where name = 'catalog') as catalog,
           (select version from data_versions where name = 'pricing') as pricing
      from unnest((select ${[...new Set(asked.map(({ publicId }) => publicId))]}::text[])) as asked(public_id)
      join api_keys k on k.public_id = asked.public_id join accounts a on a.id = k.account_id`);
  const found = new Map(rows.map((row) => [`${row.environment}:${row.publicId}`, row]));
  return asked.map(({ environment, publicId }) => found.get(`${environment}:${publicId}`));
});

/** One round trip; none for a key that is malformed. Null when there is no such key. Expiry and revocation are the caller's to check. */
export async function findKey(db: Transaction, key: string): Promise<ApiKey | null> {
  const parsed = parseKey(key);
  if (!parsed) return null;
  const row = await lookUp(db, parsed);
  const match = row && isHashOf(key, row.hash);
  if (!match) return null;
  if (match === "stale") hashAnew(db, row, key);
  return {
    id: row.id,
    prefix: `svc_${parsed.environment}_${parsed.publicId}`,
    environment: parsed.environment,
    scopes: row.scopes,
    signingSecret: row.signingSecret,
    allowedIps: row.allowedIps,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    account: {
      id: row.accountId,
      code: row.code,
      currency: row.currency,
      status: row.status,
      testEnabled: row.testEnabled,
      liveEnabled: row.liveEnabled,
    },
    plan: row.plan,
    rateMinute: row.rateMinute,
    rateDay: row.rateDay,
    versions: { catalog: row.catalog, pricing: row.pricing },
    drillId: row.drillId,
  };
}

/** The pepper was changed: the first use of a key brings its hash up to date. Nobody waits for that. */
function hashAnew(db: Transaction, { id, hash }: Row, key: string): void {
  db.prisma.apiKey
    .updateMany({ where: { id, hash }, data: { hash: hashKey(key) } })
    .catch((error: Error) => log().warn({ error: error.message }, "a key's hash was not brought up to date"));
}
