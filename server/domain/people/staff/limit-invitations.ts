import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { takeAttempt } from "./attempts.ts";
import { lockOwnTeam } from "./lock-team.ts";

/** Of an account that nobody of the platform has looked at yet, and of one that is live. */
const MOST_A_DAY = { test: 10, live: 100 };

/** Invitations go to whatever address a team names, with words that it chose: one mailbox is not filled, by one account or several. */
export async function requireSpared(ctx: AccountCtx, email: string): Promise<void> {
  if (!(await takeAttempt(ctx, `invitation to ${email}`)))
    fail("rate_limit_exceeded", `${email} was invited several times in a row. Wait an hour and try again.`);
}

/** Nor are many strangers written to. One at a time within an account, each counting those before it. */
export async function takeTurn(tx: Transaction, ctx: AccountCtx): Promise<void> {
  const { account, clock } = ctx;
  await lockOwnTeam(tx, ctx, "team:manage");
  const { isLive, sent } = one(
    await tx.query<{ isLive: boolean; sent: number }>(sql`
      select a.live_since is not null as is_live,
             (select count(*) from audit_entries e where e.account_id = a.id and e.act in ('invitation.send', 'invitation.resend')
                 and e.created_at > ${after(clock.now(), -DAY)})::int as sent
        from accounts a where a.id = ${account.id}`),
  );
  const most = isLive ? MOST_A_DAY.live : MOST_A_DAY.test;
  if (sent >= most) fail("rate_limit_exceeded", `${most} invitations were sent within a day. Try again tomorrow.`);
}
