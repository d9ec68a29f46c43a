import { inTime } from "#server/kernel/clock.ts";
import { type AccountCtx, type Ctx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import type { Payment } from "./payment.ts";
import { findCharger } from "./payment-settings.ts";
import type { ProviderName } from "./port.ts";
import type { CardCharge, ChargeState } from "./saved-card.ts";

/** This long after it was sent, a charge that the provider does not have was not made. */
const SURE_AFTER = 10 * MINUTE;

/** What is said of a charge at the provider, and whether it is still wanted: asked in the transaction after which it is sent. */
export type Charging = {
  description: string;
  number: string;
  isWanted(tx: Transaction): Promise<boolean>;
};

type Prepared = {
  checkoutId: number;
  provider: ProviderName;
  amount: Money;
  currency: string;
  customer: string;
  card: string;
  expiresAt: Date;
};

/** A saved card is to be charged for a checkout: a row, before the provider hears of it. */
export async function prepareCharge(tx: Transaction, ctx: AccountCtx, charge: Prepared): Promise<void> {
  const at = ctx.clock.now();
  await tx.prisma.payment.createMany({
    data: { ...tenant(ctx), ...charge, amount: toNumeric(charge.amount), createdAt: at, updatedAt: at },
    skipDuplicates: true,
  });
}

/**
 * Where the charge of a saved card stands. The provider is asked for it first; only one that it certainly does not have is sent, by a
 * key of its own, and only while it is wanted. Throws while the provider's word is not known.
 */
export async function followCharge(
  ctx: Ctx,
  payment: Payment & { customer: string; card: string },
  { description, number, isWanted }: Charging,
): Promise<ChargeState> {
  const { accountId, environment, amount, currency, customer, card, createdAt: since } = payment;
  const chosen = await findCharger(ctx.db, accountId, environment);
  if (chosen?.name !== payment.provider)
    return payment.sentAt === null
      ? { kind: "failed", reason: "The shop takes no payments any more." }
      : fail("supplier_error", "The keys of the payment provider were removed: its record cannot be read.");
  const { charger } = chosen;
  const subject = `checkout-${payment.checkoutId}`;
  const request: CardCharge = { subject, amount, currency, customer, card, since, description, number };
  const found = await charger.findCharge(request);
  const next = found ? "found" : await decideToSend(ctx, payment, isWanted);
  if (next === "open") return { kind: "open" };
  if (next === "late") return { kind: "failed", reason: "The payment provider could not be reached." };
  if (next === "unwanted") return { kind: "failed", reason: "It was stopped before it was charged." };
  const { reference, state } = found ?? (await charger.charge(request));
  if (reference !== null)
    await ctx.db.prisma.payment.updateMany({ where: { id: payment.id, reference: null }, data: { reference } });
  return state;
}

/** What was stopped before is not sent any more; what was sent before is waited for. */
async function decideToSend(
  ctx: Ctx,
  { id, expiresAt }: Payment,
  isWanted: Charging["isWanted"],
): Promise<"send" | "open" | "late" | "unwanted"> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const wanted = await isWanted(tx);
    const [open] = await tx.query<{ sentAt: Date | null }>(
      sql`select sent_at from payments where id = ${id}::bigint and status = 'open' for no key update`,
    );
    // Another run has ended it, or waits for its answer.
    if (!open || (open.sentAt && now < inTime(open.sentAt, SURE_AFTER))) return "open";
    if (!wanted) return "unwanted";
    if (now >= expiresAt) return "late";
    await tx.prisma.payment.update({ where: { id }, data: { sentAt: now } });
    return "send";
  });
}
