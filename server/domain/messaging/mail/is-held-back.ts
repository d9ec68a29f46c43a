import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { after, HOUR } from "#server/kernel/time.ts";

/** Anybody can buy in a test shop for nothing, as often as they like: nobody's mailbox is to fill by it. */
const MOST_AN_HOUR = 20;

/**
 * Whether a mail of a storefront is only for the outbox. A test shop is open to strangers and charges nothing, so it writes
 * to people who have shown that they belong to its team: they accepted an invitation there, or signed in.
 */
export async function isHeldBack(tx: Transaction, ctx: AccountCtx, recipient: string): Promise<boolean> {
  const { accountId, environment } = tenant(ctx);
  if (environment === "live") return false;
  const { member, lately } = one(
    await tx.query<{ member: boolean; lately: number }>(sql`
      select exists (
               select from users u join memberships m on m.user_id = u.id and m.account_id = ${accountId}
                where u.email = ${recipient.toLowerCase()}
                  and (u.last_active_at is not null
                       or exists (select from invitations i where i.account_id = ${accountId} and i.email = u.email and i.accepted_at is not null))
             ) as member,
             (select count(*) from mails
               where account_id = ${accountId} and environment = ${environment} and recipient = ${recipient}
                 and created_at > ${after(ctx.clock.now(), -HOUR)} and not held_back) as lately`),
  );
  return !member || lately >= MOST_AN_HOUR;
}
