import { newSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { orderReference, ulid } from "#server/kernel/ids.ts";

type Options = { quantity?: number; supplier?: string; status?: string; supplierEsimId?: string };

export type DeliveredOrder = { orderReference: string; iccid: string; iccids: string[] };

/** A live order as the worker leaves it, straight into the tables: no supplier is asked and nothing is charged. */
export async function deliveredOrder(
  ctx: AccountCtx,
  packageId: string,
  { quantity = 1, supplier = "esimaccess", status = "ready", supplierEsimId = ulid() }: Options = {},
): Promise<DeliveredOrder> {
  const { accountId, environment } = tenant(ctx);
  const { id } = one(
    await ctx.db.query<{ id: number }>(sql`
      insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, delivered_quantity, unit_price, total_amount,
        currency, supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select ${accountId}, ${environment}, 'delivered', id, name, ${quantity}::int, ${quantity}::int, 5, 5 * ${quantity}::int, ${ctx.account.currency},
             ${supplier}, cost_usd, cost_usd, ${ctx.requestId}, now(), now()
        from packages where package_id = ${packageId} returning id`),
  );
  const esims = Array.from({ length: quantity }, (_, i) => ({
    ...newSandboxEsim({
      supplierCode: supplier,
      supplierReference: `S-${id}`,
      dataMb: 1024,
      perDay: false,
      durationDays: 30,
    }),
    supplier_esim_id: `${supplierEsimId}${i || ""}`,
    status,
  }));
  await ctx.db.query(
    sql`select insert_esims(${id}, ${accountId}, ${environment}, ${JSON.stringify(esims)}::jsonb, now())`,
  );
  const iccids = esims.map(({ iccid }) => iccid);
  return { orderReference: orderReference(id), iccid: iccids[0]!, iccids };
}
