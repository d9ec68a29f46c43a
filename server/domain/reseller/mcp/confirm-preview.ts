import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Preview } from "./open-preview.ts";
import { findTerms, type McpTerms } from "./terms.ts";
import { hashOf } from "./token.ts";

type Confirmed = Pick<Preview, "operation" | "input"> & {
  /** The Idempotency-Key to do it with. */
  attempt: string;
  /** It was confirmed before: what can be repeated without effect may be, nothing else. */
  again: boolean;
};

/**
 * Takes a token: of this key, in its time, within what the key may do today. The first time counts against the day, before anything is done;
 * of several at once one is first.
 */
export async function confirmPreview(ctx: AccountCtx, keyId: number, token: string): Promise<Confirmed> {
  return await ctx.db.transaction(async (tx) => {
    const terms = await findTerms(tx, keyId);
    if (!terms) return fail("access_denied", "This key only reads over MCP: that was changed after the preview.");
    const [preview] = await tx.query<Confirmed & { id: number; amount: Money; confirmedAt: Date | null }>(sql`
      select id, operation, input, amount, attempt, confirmed_at, confirmed_at is not null as again
        from mcp_previews
       where token_hash = ${hashOf(token)} and key_id = ${keyId} and expires_at > ${ctx.clock.now()}
         for no key update`);
    if (!preview)
      return fail(
        "resource_not_found",
        "No preview of this key has this confirmation, or it is older than ten minutes. Call the tool again and confirm what it shows then.",
      );
    const { id, operation, input, attempt, again, amount } = preview;
    if (!again) {
      await countAct(tx, ctx, { terms, amount });
      await tx.query(sql`update mcp_previews set confirmed_at = ${ctx.clock.now()} where id = ${id}`);
    }
    return { operation, input, attempt, again };
  });
}

type Act = { terms: McpTerms & { countedAs: number }; amount: Money };

/** Judged and counted in one statement: two at once never both fit into what is left for one. */
async function countAct(tx: Transaction, ctx: AccountCtx, { terms, amount }: Act): Promise<void> {
  const [price, most] = [toNumeric(amount), toNumeric(terms.dailyAmount)];
  const { countedAs: keyId } = terms;
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const counted = await tx.query(sql`
    insert into mcp_days as d (key_id, day, acts, amount)
    select ${keyId}::int, ${day}::date, 1, ${price}::numeric where ${price}::numeric <= ${most}::numeric
    on conflict (key_id, day) do update set acts = d.acts + 1, amount = d.amount + ${price}::numeric
     where d.acts < ${terms.dailyActs}::int and d.amount + ${price}::numeric <= ${most}::numeric
    returning d.acts`);
  if (counted.length > 0) return;
  const { acts, spent } = one(
    await tx.query<{ acts: number; spent: Money }>(sql`
      select coalesce(max(acts), 0) as acts, coalesce(max(amount), 0) as spent from mcp_days where key_id = ${keyId}::int and day = ${day}::date`),
  );
  fail(
    "access_denied",
    `This key may make ${terms.dailyActs} changes and spend ${sumText(terms.dailyAmount, ctx.account.currency)} a day over MCP; today it made ${acts} and spent ${sumText(spent, ctx.account.currency)}. It goes on at 00:00 UTC, or when a person allows more in the portal.`,
  );
}
