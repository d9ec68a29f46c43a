import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { ApiKey } from "./find-key.ts";

type GoodKey = Pick<ApiKey, "id" | "scopes" | "allowedIps">;

/** Those of the keys that would still be let in, with what they may do: for whoever stays connected. */
export async function findGoodKeys({ db, clock }: Ctx, ids: number[]): Promise<Map<number, GoodKey>> {
  const rows = await db.query<GoodKey>(sql`
    select k.id, k.scopes, k.allowed_ips from api_keys k join accounts a on a.id = k.account_id
     where k.id = any(${ids}::int[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${clock.now()})
       and a.status = 'active' and case k.environment when 'live' then a.live_enabled else a.test_enabled end`);
  return new Map(rows.map((row) => [row.id, row]));
}
