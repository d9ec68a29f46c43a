import { getOwnedEsim, type StoreLink } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { readGuarantee } from "./guarantee.ts";
import { findEntitled, hadOne, isBeingCancelled, isUnseen, readOffer } from "./offer.ts";

/**
 * A traveller has answered the questions and wants another eSIM. It is asked for once per eSIM, however often they press; what their
 * reseller allows in a month is counted under a lock. Where it is not given nothing happens: the page says how it stands.
 */
export async function openReplacement(
  ctx: AccountCtx,
  link: StoreLink,
  esimId: number,
  { hasBars }: { hasBars: boolean },
): Promise<void> {
  const { esim, checkoutId } = await getOwnedEsim(ctx, link, esimId);
  const { from, replacement } = await readOffer(ctx, esim);
  if (replacement) return;
  const now = ctx.clock.now();
  if (from === null || from > now || checkoutId === null || (await isBeingCancelled(ctx.db, esim.id))) return;
  const of = tenant(ctx);
  await ctx.db.transaction(async (tx) => {
    // Of two travellers with the last one of the month, one gets it.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`replacements:${of.accountId}:${of.environment}`}))`);
    const { monthly, used } = await readGuarantee(ctx, tx);
    if (monthly === null || used >= monthly) return;
    if (isUnseen(esim) && (await hadOne(ctx, tx, checkoutId))) return;
    // It is either replaced or topped up: `request_topup` takes the same lock.
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('esim:' || ${esim.id}::bigint, 0))`);
    if ((await findEntitled(ctx, tx, esim.id)) === null) return;
    const [opened] = await tx.query<{ id: number }>(sql`
      insert into replacements (esim_id, account_id, environment, checkout_id, has_bars, created_at, updated_at)
      values (${esim.id}, ${of.accountId}, ${of.environment}, ${checkoutId}, ${hasBars}, ${now}, ${now})
      on conflict (esim_id) do nothing returning id`);
    if (opened) await enqueue(tx, "replace-esim", { replacementId: opened.id });
  });
}
