import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";

/** Of no order. */
const SPENT = sha256Hex("spent");

/**
 * Nothing is ordered under the key from here on, within its 24 hours: whoever is still about to is refused. False when something was ordered
 * under it. Decided under the wallet's lock, as orders are (`place_orders`).
 */
export async function spendOrderKey(
  tx: Transaction,
  ctx: AccountCtx,
  { operation, key }: Pick<IdempotencyClaim<never>, "operation" | "key">,
): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  await tx.query(sql`select account_id from wallets where account_id = ${accountId} for no key update`);
  const spent = await tx.query(sql`
    insert into idempotency_keys (account_id, environment, operation, key, fingerprint, response, created_at)
    values (${accountId}, ${environment}, ${operation}, ${key}, decode(${SPENT}, 'hex'), '', ${ctx.clock.now()})
    on conflict (account_id, environment, operation, key) do nothing returning key`);
  return spent.length > 0;
}
