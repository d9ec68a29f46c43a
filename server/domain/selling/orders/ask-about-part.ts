import { connectSupplier, describeSupplier, type SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { inOurAccount } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { askedAs, findLinked, type Part } from "./supplier-part.ts";
import { withoutOwner } from "./without-owner.ts";

/** What a supplier says, asked at this moment, of something whose outcome is not known. */
export type SupplierAnswer =
  | {
      kind: "has";
      /** Its own number; null where it gives none. */
      supplierReference: string | null;
      living: number;
      cancelled: number;
      /** Living eSIMs with a profile that another order here has. */
      others: number;
      /** More may come. */
      allocating: boolean;
    }
  | { kind: "denies"; supplierReference: string | null }
  | { kind: "unclear"; message: string };

type Asked = { answer: SupplierAnswer; esims: SupplierEsim[]; unitCostUsd?: Money };

/**
 * Asks the supplier for a part of an order: by the number that somebody gave, by the one that the supplier gave, or by our reference.
 * Nothing is changed, and no transaction is open meanwhile.
 */
export async function askAboutPart(ctx: Ctx, part: Part, given?: string): Promise<Asked> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  try {
    let theirs = given ?? part.supplierReference;
    if (!theirs) {
      const linked = (references: string[]) => findLinked(ctx.db, part.supplierCode, references);
      const found = await inOurAccount(
        ctx,
        supplier,
        await supplier.findOrder(part, part.sentAt ?? part.createdAt, linked),
        { order: part },
      );
      if (found.kind === "unknown") return { answer: { kind: "unclear", message: found.message }, esims: [] };
      if (found.kind === "not_found") return { answer: { kind: "denies", supplierReference: null }, esims: [] };
      theirs = found.value.supplierReference;
    }
    const found = await inOurAccount(
      ctx,
      supplier,
      await supplier.getOrderEsims(theirs, await askedAs(ctx.db, part, theirs)),
      { order: part },
    );
    if (found.kind === "unknown") return { answer: { kind: "unclear", message: found.message }, esims: [] };
    if (found.kind === "not_found") return { answer: { kind: "denies", supplierReference: theirs }, esims: [] };
    const { esims, allocating, unitCostUsd } = found.value;
    const living = esims.filter(({ status }) => status !== "cancelled");
    const free = await withoutOwner(ctx, part.supplierCode, living, part.orderId);
    return {
      answer: {
        kind: "has",
        supplierReference: theirs,
        living: free.length,
        cancelled: esims.length - living.length,
        others: living.length - free.length,
        allocating,
      },
      esims: free,
      unitCostUsd,
    };
  } finally {
    await supplier.flush();
  }
}

/** The number that somebody gave is not another order's. */
export async function refuseLinked(ctx: Ctx, part: Part, given: string): Promise<void> {
  if (given === part.supplierReference) return;
  const linked = await findLinked(ctx.db, part.supplierCode, [given]);
  if (linked.has(given))
    fail("conflict", `${describeSupplier(part.supplierCode).name}'s order ${given} belongs to another order here.`, {
      field: "supplierReference",
    });
}

/** Why an answer speaks against "it did not happen"; null when it does not. */
export function againstFailed(name: string, answer: SupplierAnswer, withoutAnswer: boolean): string | null {
  if (answer.kind === "denies") return null;
  if (answer.kind === "unclear")
    return withoutAnswer
      ? null
      : `${name} does not say now what became of it (${answer.message}). Decide it only if you know it from elsewhere, and say so.`;
  const { living, cancelled, others, allocating, supplierReference } = answer;
  if (living === 0 && cancelled + others > 0 && !allocating) return null;
  const number = supplierReference ? ` as ${supplierReference}` : "";
  return living > 0
    ? `${name} has it${number}: it did happen. Refunding it would give ${living === 1 ? "an eSIM" : `${living} eSIMs`} away.`
    : `${name} has it${number}: it did happen, or is about to.`;
}
