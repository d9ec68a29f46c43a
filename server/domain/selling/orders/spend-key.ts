import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";

/** Of no order. */
const SPENT = sha256Hex("spent");

/**
 * Nothing is ordered, or put on an eSIM, under the key from here on, within its 24 hours: whoever is still about to is refused. False when
 * something was bought under it. Decided under the wallet's lock, as purchases are (`place_orders`, `request_topup`), in one statement.
 */
export async function spendKey(
  tx: Transaction,
  ctx: AccountCtx,
  { operation, key }: Pick<IdempotencyClaim<never>, "operation" | "key">,
): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  const spent = await tx.query(sql`
    with wallet as materialized (select account_id from wallets where account_id = ${accountId} for no key update)
    insert into idempotency_keys as k (account_id, environment, operation, key, fingerprint, response, created_at)
    select account_id, ${environment}, ${operation}, ${key}, decode(${SPENT}, 'hex'), '', ${ctx.clock.now()} from wallet
    on conflict (account_id, environment, operation, key) do update set created_at = excluded.created_at
     where k.fingerprint = excluded.fingerprint returning key`);
  return spent.length > 0;
}
