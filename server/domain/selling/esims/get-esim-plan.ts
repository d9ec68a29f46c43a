import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim } from "./esim.ts";

/** What an eSIM was bought as. */
export type EsimPlan = {
  packageName: string;
  packageCode: string;
  clientReference: string | null;
  /** Of all eSIMs of the order. */
  quantity: number;
  topupSupported: boolean;
  coverage: string[];
  networkType: string;
};

export async function getEsimPlan(ctx: AccountCtx, esim: Esim): Promise<EsimPlan> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  return one(
    await ctx.db.query<EsimPlan>(sql`
      select o.package_name, p.package_id as package_code, o.client_reference,
             o.delivered_quantity as quantity, p.topup_supported, p.coverage, p.network_type
        from orders o join packages p on p.id = o.package_id
       where o.id = ${esim.orderId} and o.account_id = ${accountId} and o.environment = ${environment}`),
  );
}
