import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import { type Language, sendHandoverMail, VALID_FOR } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR, SECOND } from "#server/kernel/time.ts";
import { chooseEsims } from "./choose-esims.ts";

type Sending = {
  reference: string;
  iccids: string[];
  recipient: string;
  language: Language;
  /** When it was decided: what went to the same customer since then is not sent a second time. */
  decidedAt?: Date;
};

/** `heldBack`: a test shop writes to its own team only, so the mail stays in the outbox. */
export type SentHandover = { id: number; heldBack: boolean };

/** What one account can make us mail to addresses of its choice. */
const MOST_AN_HOUR = 300;

/** Mails a customer one link to the eSIMs. Those that were sent before are opened by the new link alone. */
export async function sendToCustomer(ctx: AccountCtx, sending: Sending): Promise<SentHandover> {
  requirePermission(ctx, "esims:manage");
  const { reference, iccids, language } = sending;
  const recipient = sending.recipient.trim().toLowerCase();
  if (!isEmail(recipient)) fail("validation_error", "This is not an e-mail address.", { field: "recipient" });
  const { order, esims, titleIn } = await chooseEsims(ctx, reference, iccids);
  const createdAt = ctx.clock.now();
  const expiresAt = after(createdAt, VALID_FOR.handover);
  return await ctx.db.transaction(async (tx) => {
    await takeTurn(tx, ctx);
    const sent = sending.decidedAt && (await findSent(tx, ctx, { recipient, esims }, sending.decidedAt));
    if (sent) return sent;
    const handover = { ...tenant(ctx), orderId: order.id, recipient, language, createdAt, expiresAt };
    const id = await open(tx, ctx, handover, esims);
    const item = esims.length > 1 ? `${esims.length} × ${titleIn(language)}` : titleIn(language);
    const mail = await sendHandoverMail(
      tx,
      ctx,
      { id, recipient, language, expiresAt },
      item,
      esims.map((esim) => esim.id),
    );
    await tx.prisma.handover.update({ where: { id }, data: { mailId: mail.id } });
    await recordAudit(tx, ctx, {
      act: "handover.send",
      accountId: ctx.account.id,
      subject: reference,
      details: { recipient, language, iccids: esims.map(({ iccid }) => iccid) },
    });
    return { id, heldBack: mail.heldBack };
  });
}

/** Whoever asks again because no answer came must not mail a customer twice. */
async function findSent(
  tx: Transaction,
  ctx: AccountCtx,
  { recipient, esims }: { recipient: string; esims: Esim[] },
  since: Date,
): Promise<SentHandover | null> {
  const each = esims.map(({ id }) => ({ esims: { some: { esimId: id } } }));
  const where = { ...tenant(ctx), recipient, createdAt: { gte: since }, AND: each };
  const sent = await tx.prisma.handover.findFirst({ where, orderBy: { id: "desc" } });
  if (!sent) return null;
  const mail = sent.mailId && (await tx.prisma.mail.findUnique({ where: { id: sent.mailId } }));
  return { id: Number(sent.id), heldBack: mail ? mail.heldBack : false };
}

/** One at a time within an account, each counting those before it. */
async function takeTurn(tx: Transaction, ctx: AccountCtx): Promise<void> {
  const { accountId, environment } = tenant(ctx);
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`handovers:${accountId}:${environment}`}))`);
  const since = { ...tenant(ctx), createdAt: { gt: after(ctx.clock.now(), -HOUR) } };
  if ((await tx.prisma.handover.count({ where: since })) >= MOST_AN_HOUR)
    fail("rate_limit_exceeded", `${MOST_AN_HOUR} hand-overs were sent within an hour. Try again later.`, {
      retry_after_s: HOUR / SECOND,
    });
}

type NewHandover = ReturnType<typeof tenant> & {
  orderId: number;
  recipient: string;
  language: Language;
  createdAt: Date;
  expiresAt: Date;
};

async function open(tx: Transaction, ctx: AccountCtx, handover: NewHandover, esims: Esim[]): Promise<number> {
  const esimIds = esims.map(({ id }) => id);
  const before = await tx.query<{ handoverId: number }>(sql`
    update handover_esims set ended_at = ${handover.createdAt}
     where esim_id = any(${esimIds}::bigint[]) and ended_at is null returning handover_id`);
  await tx.query(sql`
    delete from store_links where handover_id = any(${before.map(({ handoverId }) => handoverId)}::bigint[])
       and not exists (select from handover_esims e where e.handover_id = store_links.handover_id and e.ended_at is null)`);
  const sentBy = `${ctx.actor.kind}:${ctx.actor.name}`;
  const opened = { create: esimIds.map((esimId) => ({ esimId })) };
  const { id } = await tx.prisma.handover.create({ data: { ...handover, sentBy, esims: opened } });
  return Number(id);
}
