import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Action } from "./action.ts";

export const ACTION_COLUMNS = sql`
  a.id, a.account_id, a.environment, a.esim_id, a.order_id, a.supplier_code, e.iccid, a.action,
  a.status, a.package_code, a.package_name, a.amount + a.topups_amount as amount, a.currency, a.charged, a.refunded_amount + a.topups_amount * (a.refunded_at is not null)::int as refunded_amount,
  a.refunded_at, a.settled_at, a.created_at`;

export async function getAction(ctx: AccountCtx, idText: string): Promise<Action> {
  requirePermission(ctx, "orders:read");
  const id = numericId(idText);
  const { accountId, environment } = tenant(ctx);
  const [action] =
    id === null
      ? []
      : await ctx.db.query<Action>(sql`
          select ${ACTION_COLUMNS} from actions a join esims e on e.id = a.esim_id
           where a.id = ${id} and a.account_id = ${accountId} and a.environment = ${environment}`);
  return (
    action ?? fail("resource_not_found", `There is no action ${idText.slice(0, 40)} in the ${environment} environment.`)
  );
}

export async function listActions(db: Transaction, ids: number[]): Promise<Action[]> {
  return await db.query<Action>(sql`
    select ${ACTION_COLUMNS} from actions a join esims e on e.id = a.esim_id where a.id = any(${ids}::bigint[]) order by a.id`);
}
