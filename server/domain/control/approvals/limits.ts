import { toUsd } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { mayOperate } from "#server/kernel/operator-permissions.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { ALONE_PER_ACCOUNT_USD, ALONE_PER_OPERATOR_USD, type Decision, KINDS, type Kind } from "./decision.ts";

/** Whoever an operator invited approves nothing before this: a second pair of hands of one's own is noticed by then. */
const NEWCOMER_FOR = 7 * DAY;

type Self = { role: OperatorRole; since: Date; invitedBy: string | null };

/**
 * The gate that everything an operator decides goes through, one at a time: their own row, locked until the transaction
 * ends. The role is the one in force now. Taken before any wallet is locked.
 */
export async function enterGate(tx: Transaction, { actor }: Ctx, kind: Kind): Promise<Self> {
  const [self] = await tx.query<Self>(sql`
    select operator_role as role, operator_since as since, operator_invited_by as invited_by
      from users where email = ${actor.name} and operator_since is not null and operator_role is not null for no key update`);
  if (actor.kind !== "operator" || !self || !mayOperate(self.role, KINDS[kind]))
    return fail("access_denied", "Your role does not include this any more.");
  return self;
}

/** The second person is neither the one who asked nor a newcomer, and the one who asked still works here. */
export async function requireSecond(tx: Transaction, ctx: Ctx, { kind, askedBy }: Decision): Promise<void> {
  const { since, invitedBy } = await enterGate(tx, ctx, kind);
  if (askedBy === ctx.actor.name) fail("conflict", "You asked for this: somebody else has to approve it.");
  const from = after(since, NEWCOMER_FOR);
  if (invitedBy !== null && from > ctx.clock.now())
    fail("conflict", `You are new here: you can approve from ${from.toISOString().slice(0, 10)} on.`);
  const askers = await tx.prisma.user.count({ where: { email: askedBy, operatorRole: { not: null } } });
  if (askers === 0) fail("conflict", `${askedBy} does not work here any more: refuse this, and ask for it anew.`);
}

type Stake = Pick<Decision, "accountId"> & { amountUsd: Money | null };

/** The worth of an amount, whichever way it goes; null when nothing says it. */
export async function worthInUsd(
  db: Transaction,
  { amount, currency }: Pick<Decision, "amount" | "currency">,
): Promise<Money | null> {
  return amount && currency ? await toUsd(db, amount.abs(), currency) : null;
}

/**
 * Whether one person is not enough: with what they decided alone since yesterday it is above what one decides for an
 * account, or for all. Only what was read under the gate counts; before, it is a guess for the page.
 */
export async function needsSecond(db: Transaction, ctx: Ctx, { accountId, amountUsd }: Stake): Promise<boolean> {
  if (amountUsd === null) return true;
  // What takes nothing from anybody, such as a hold, is never held up.
  if (amountUsd.isZero()) return false;
  const { here, all } = one(
    await db.query<{ here: Money; all: Money }>(sql`
      select coalesce(sum(amount_usd) filter (where account_id = ${accountId}::int), 0) as here, coalesce(sum(amount_usd), 0) as "all"
        from decisions
       where asked_by = ${ctx.actor.name} and status = 'done' and decided_by is null and asked_at > ${after(ctx.clock.now(), -DAY)}`),
  );
  return (
    here.plus(amountUsd).greaterThan(ALONE_PER_ACCOUNT_USD) || all.plus(amountUsd).greaterThan(ALONE_PER_OPERATOR_USD)
  );
}
