import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { getAccount, type Plan } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { moveStatement } from "#server/kernel/moves.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { GO_LIVE_MOVES, type GoLive, type GoLiveRequest, readGoLive } from "./go-live.ts";

export type GoLiveCase = Pick<GoLiveRequest, "id" | "about" | "askedBy" | "askedAt"> & {
  accountCode: string;
  companyName: string;
  currency: string;
};

const MOST = 200;

/** Who waits for an answer, the longest first. */
export async function listGoLiveRequests(ctx: Ctx): Promise<GoLiveCase[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<GoLiveCase>(sql`
    select r.id, r.about, r.asked_by, r.asked_at, a.code as account_code, a.company_name, a.currency
      from go_live_requests r join accounts a on a.id = r.account_id
     where r.status = 'waiting' and a.status = 'active' order by r.id limit ${MOST}`);
}

/** The same list that the reseller sees. */
export async function getGoLive(ctx: Ctx, code: string): Promise<GoLive> {
  requireOperator(ctx, "platform:read");
  const { id } = await getAccount(ctx, code);
  return await readGoLive(ctx.db, id);
}

/** Opens live, whether or not it was asked for. Credit is a decision of its own. */
export async function approveGoLive(ctx: Ctx, code: string, { plan }: { plan: Plan }): Promise<void> {
  requireOperator(ctx, "accounts:manage");
  const { id: accountId, status, companyName } = await getAccount(ctx, code);
  if (status !== "active") fail("conflict", "This account is closed.");
  await ctx.db.transaction(async (tx) => {
    const data = { liveSince: ctx.clock.now(), liveEnabled: true, plan };
    const { count } = await tx.prisma.account.updateMany({
      where: { id: accountId, liveSince: null, status: "active" },
      data,
    });
    if (count === 0) fail("conflict", "Live was opened for this account already, or it was closed meanwhile.");
    const askedBy = await decide(tx, ctx, accountId, "approved", null);
    const details = { plan, askedBy };
    await recordAudit(tx, ctx, { act: "account.go_live", accountId, subject: code, details });
    await tell(tx, ctx, accountId, askedBy, {
      kind: "go-live-approved",
      subject: `${companyName} is live`,
      text: `The live environment of ${companyName} is open, on the plan ${plan}.

Fund the wallet and create a live key:
${env().publicUrl}/live

Prices and limits are the same as in your test environment; orders are real from now on.`,
    });
  });
}

/** With a reason that the reseller is mailed. The test environment stays, and they can ask again. */
export async function declineGoLive(ctx: Ctx, code: string, reason: string): Promise<void> {
  requireOperator(ctx, "accounts:manage");
  const { id: accountId, companyName } = await getAccount(ctx, code);
  const note = reason.trim();
  if (note === "") fail("validation_error", "Say why: the reseller is told.", { field: "reason" });
  await ctx.db.transaction(async (tx) => {
    const askedBy = await decide(tx, ctx, accountId, "declined", note);
    if (askedBy === null) fail("conflict", "Nothing is asked for: it was answered meanwhile.");
    const details = { askedBy, reason: note };
    await recordAudit(tx, ctx, { act: "account.go_live_decline", accountId, subject: code, details });
    await tell(tx, ctx, accountId, askedBy, {
      kind: "go-live-declined",
      subject: `${companyName} is not live yet`,
      text: `We looked at your request to go live and cannot open the live environment yet:

${note}

Your test environment stays as it is. Ask again on the overview once this is settled:
${env().publicUrl}/test`,
    });
  });
}

/** Closes what waits, and says who asked; null when nobody did, or somebody else was first. */
async function decide(
  tx: Transaction,
  ctx: Ctx,
  accountId: number,
  status: "approved" | "declined",
  note: string | null,
): Promise<string | null> {
  const waiting = await tx.prisma.goLiveRequest.findFirst({ where: { accountId, status: "waiting" } });
  if (!waiting) return null;
  const decided = { decidedBy: ctx.actor.name, decidedAt: ctx.clock.now(), note };
  const read = { id: waiting.id, status: "waiting" } as const;
  const move = moveStatement("go_live_requests", GO_LIVE_MOVES, read, { status, ...decided });
  const moved = await tx.query(sql`${move} returning id`);
  return moved.length > 0 ? waiting.askedBy : null;
}

type Told = { kind: string; subject: string; text: string };

/** Who asked; where nobody did, the owners. */
async function tell(tx: Transaction, ctx: Ctx, accountId: number, askedBy: string | null, mail: Told): Promise<void> {
  const found = await tx.prisma.membership.findMany({
    where: { accountId, ...(askedBy === null ? { role: "owner" } : { user: { email: askedBy } }) },
    select: { user: { select: { email: true } } },
  });
  await queueMail(tx, ctx, ...found.map(({ user }) => ({ ...mail, accountId, recipient: user.email })));
}
