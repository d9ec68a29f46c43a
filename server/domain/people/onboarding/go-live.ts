import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Moves } from "#server/kernel/moves.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** What a reseller shows before live is opened. Each step is read from what is there: nobody ticks it. */
export type GoLiveSteps = {
  /** The owner came by a link that was mailed to them. */
  email: boolean;
  /** The newest version that was agreed to; null where nobody asked for it, as in accounts that staff opened. */
  terms: { version: number; acceptedBy: string; acceptedAt: Date } | null;
  /** Every owner has a passkey or an authenticator app. */
  secondFactor: boolean;
  testOrder: boolean;
  testKey: boolean;
  /** An endpoint in test took an event. */
  webhook: boolean;
  drill: boolean;
};

export type GoLiveRequest = {
  id: number;
  about: string;
  askedBy: string;
  askedAt: Date;
  status: GoLiveStatus;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** Why it was declined. */
  note: string | null;
};

export type GoLiveStatus = "waiting" | "approved" | "declined";

export const GO_LIVE_MOVES: Moves<GoLiveStatus> = { waiting: ["approved", "declined"], approved: [], declined: [] };

export type GoLive = {
  /** Null: staff have not opened it yet. */
  liveSince: Date | null;
  steps: GoLiveSteps;
  /** Whether what has to be done before asking is done: the rest is for who orders by programs. */
  ready: boolean;
  request: GoLiveRequest | null;
};

export async function readGoLive(db: Transaction, accountId: number): Promise<GoLive> {
  type Row = Omit<GoLiveSteps, "terms"> & { liveSince: Date | null };
  const [rows, terms, request] = await Promise.all([
    db.query<Row>(sql`
      select a.live_since,
             exists (select from memberships m where m.account_id = a.id and m.role = 'owner') as email,
             exists (select from memberships m where m.account_id = a.id and m.role = 'owner')
               and not exists (select from memberships m where m.account_id = a.id and m.role = 'owner'
                 and not exists (select from totp t where t.user_id = m.user_id and t.confirmed_at is not null)
                 and not exists (select from passkeys k where k.user_id = m.user_id)) as second_factor,
             exists (select from orders where account_id = a.id and environment = 'test' and status = 'delivered') as test_order,
             exists (select from api_keys where account_id = a.id and environment = 'test' and last_used_at is not null) as test_key,
             exists (select from webhook_endpoints where account_id = a.id and environment = 'test' and last_success_at is not null) as webhook,
             exists (select from drills where account_id = a.id and report->>'grade' in ('A', 'B')) as drill
        from accounts a where a.id = ${accountId}`),
    db.prisma.termsAcceptance.findFirst({
      where: { accountId },
      orderBy: { version: "desc" },
      select: { version: true, acceptedBy: true, acceptedAt: true },
    }),
    db.prisma.goLiveRequest.findFirst({ where: { accountId }, orderBy: { id: "desc" }, omit: { accountId: true } }),
  ]);
  const { liveSince, ...done } = one(rows);
  const steps = { ...done, terms };
  const ready = steps.email && steps.secondFactor && steps.testOrder;
  return { liveSince, steps, ready, request: request as GoLiveRequest | null };
}

/** Puts it before staff, once at a time; after a no it can be asked for again. */
export async function askToGoLive(ctx: AccountCtx, about: string): Promise<void> {
  requirePermission(ctx, "live:request");
  const { id: accountId, code } = ctx.account;
  const { liveSince, ready, request } = await readGoLive(ctx.db, accountId);
  if (liveSince !== null) fail("conflict", "The live environment is open already.");
  if (request?.status === "waiting") fail("conflict", `${request.askedBy} has asked already. We answer by e-mail.`);
  if (!ready) fail("conflict", "Complete the steps that are not optional first.");
  await ctx.db.transaction(async (tx) => {
    const asked = { askedBy: ctx.actor.name, askedAt: ctx.clock.now() };
    const { count } = await tx.prisma.goLiveRequest.createMany({
      data: { accountId, about: about.trim(), ...asked },
      skipDuplicates: true,
    });
    if (count === 0) fail("conflict", "Somebody else of your team asked a moment ago. We answer by e-mail.");
    await recordAudit(tx, ctx, { act: "account.go_live_ask", accountId, subject: code, details: { about } });
  });
}
