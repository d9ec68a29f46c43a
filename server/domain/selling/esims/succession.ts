import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim } from "./esim.ts";

/** How an eSIM stands to others under the connection guarantee (`shop/guarantee`, which writes it). */
export type Succession = {
  /** Another one took its place, or is about to: nothing more is put on it. */
  isReplaced: boolean;
  /** The ICCID of the one that did. */
  replacedBy: string | null;
  /** The ICCID of the one whose place it took. */
  replaces: string | null;
};

export async function getSuccession(
  ctx: AccountCtx,
  { id, orderId }: Pick<Esim, "id" | "orderId">,
): Promise<Succession> {
  requirePermission(ctx, "orders:read");
  return one(
    await ctx.db.query<Succession>(sql`
      select exists (select from replacements x where x.esim_id = ${id} and x.status <> 'refused') as is_replaced,
             (select s.iccid from replacements x join esims s on s.order_id = x.order_id where x.esim_id = ${id} and x.status = 'replaced' limit 1) as replaced_by,
             (select f.iccid from replacements x join esims f on f.id = x.esim_id where x.order_id = ${orderId}::bigint limit 1) as replaces`),
  );
}

/** Those of them whose place another one takes, by id: nobody is given one of these any more. */
export async function listReplaced(db: Transaction, esimIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ esimId: number }>(sql`
    select esim_id from replacements where esim_id = any(${esimIds}::bigint[]) and status <> 'refused'`);
  return new Set(rows.map(({ esimId }) => esimId));
}
