import { writeTransfer } from "#server/domain/money/books/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { type Decided, transactDecided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireApproval, requireOperator } from "#server/kernel/operator-permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";

export type OpenDifference = { id: number; amount: Money | null; supplier: string; text: string };

export const differenceReference = (id: number): string => `DIF-${id}`;

/** `DIF-7` → 7; null for anything else. */
export function parseDifference(reference: string): number | null {
  const match = /^DIF-([1-9]\d{0,9})$/.exec(reference);
  return match && Number(match[1]) <= 2_147_483_647 ? Number(match[1]) : null;
}

/** One that nobody has settled yet. */
export async function findOpenDifference(db: Transaction, reference: string): Promise<OpenDifference> {
  const id = parseDifference(reference);
  const found =
    id === null
      ? null
      : await db.prisma.statementDifference.findUnique({
          where: { id },
          select: { id: true, amount: true, state: true, text: true, statement: { select: { supplierCode: true } } },
        });
  if (!found) return fail("resource_not_found", `There is no difference ${reference.slice(0, 30)}.`);
  if (found.state !== "open" && found.state !== "disputed")
    return fail("conflict", `${reference} is settled already: ${found.state}.`);
  return { id: found.id, amount: found.amount, supplier: found.statement.supplierCode, text: found.text };
}

/**
 * Their figure holds: what they took beyond what we have is written off what lies with them, or the other way round. Where no money
 * differs, or it is in another currency, nothing is booked.
 */
export async function acceptDifference(ctx: Ctx, reference: string, note: string, decided: Decided): Promise<void> {
  requireApproval(ctx, "money:move");
  await transactDecided(ctx.db, decided, async (tx) => {
    const { id, amount, supplier } = await findOpenDifference(tx, reference);
    await close(tx, ctx, id, "accepted", note);
    const float = `float:${supplier}`;
    if (amount && !amount.isZero()) {
      const isBooked = await writeTransfer(tx, ctx, {
        ...(amount.isPositive() ? { from: float, to: "write-off" } : { from: "write-off", to: float }),
        amount: amount.abs(),
        currency: "USD",
        reference,
        note: `${reference}: ${note}`,
      });
      if (!isBooked) await failAsBooked(tx, reference);
    }
    return reference;
  });
}

/** By hand, when that was still open under a difference's own reference: whether it is the same, people can tell. */
async function failAsBooked(tx: Transaction, reference: string): Promise<never> {
  const { amount, currency, source, target, bookedBy } = await tx.prisma.bookTransfer.findUniqueOrThrow({
    where: { reference },
  });
  return fail(
    "conflict",
    `${reference} was booked by hand already: ${sumText(amount, currency)} from ${source} to ${target}, by ${bookedBy}. Nothing was booked now: if that is right, mark the difference as corrected.`,
  );
}

/** `disputed`: somebody asks the supplier. `corrected`: the supplier has put it right. Nothing is booked by either. */
export async function settleDifference(
  ctx: Ctx,
  id: number,
  state: "disputed" | "corrected",
  note: string,
): Promise<void> {
  requireOperator(ctx, "reviews:decide");
  await ctx.db.transaction((tx) => close(tx, ctx, id, state, note));
}

async function close(tx: Transaction, ctx: Ctx, id: number, state: string, note: string): Promise<void> {
  if (note.trim() === "") fail("validation_error", "Say why: it is kept on record.", { field: "note" });
  const { count } = await tx.prisma.statementDifference.updateMany({
    where: { id, state: { in: ["open", "disputed"], not: state } },
    data: { state, note: note.trim(), decidedBy: ctx.actor.name, decidedAt: ctx.clock.now() },
  });
  if (count === 0) fail("conflict", `${differenceReference(id)} is settled already, or does not exist.`);
  const details = { state, note: note.trim() };
  await recordAudit(tx, ctx, { act: "statement.settle", subject: differenceReference(id), details });
}
