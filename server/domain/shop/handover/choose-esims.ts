import { type Esim, installState, listOrderEsims, listReplaced } from "#server/domain/selling/esims/index.ts";
import { getOrder, type Order } from "#server/domain/selling/orders/index.ts";
import { describeItem, type Language } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

export type Chosen = { order: Order; esims: Esim[]; titleIn(language: Language): string };

/**
 * eSIMs of one order that somebody is to install. One that was cancelled, has expired, was deleted from its device or replaced by
 * another one is refused, whatever page asked for it: that may have come since that page was made.
 */
export async function chooseEsims(ctx: AccountCtx, reference: string, iccids: string[]): Promise<Chosen> {
  const order = await getOrder(ctx, reference);
  const all = await listOrderEsims(ctx.db, order.id);
  const esims = [...new Set(iccids)].map(
    (iccid) =>
      all.find((esim) => esim.iccid === iccid) ??
      fail("resource_not_found", `${reference} has no eSIM with the ICCID ${iccid.slice(0, 40)}.`),
  );
  if (esims.length === 0) fail("validation_error", "Choose at least one eSIM.", { field: "iccids" });
  const ids = esims.map(({ id }) => id);
  const replaced = await listReplaced(ctx.db, ids);
  for (const esim of esims) requireInstallation(esim, replaced.has(esim.id));
  const item = one(
    await ctx.db.query<Parameters<typeof describeItem>[0]>(sql`
      select type, country_code, region_code, data_mb, unlimited, per_day, duration_days from packages where id = ${order.packageId}`),
  );
  return { order, esims, titleIn: (language) => describeItem(item, language) };
}

function requireInstallation(esim: Esim, isReplaced: boolean): void {
  const state = installState(esim);
  if (state === "ended")
    fail("conflict", `The eSIM ${esim.iccid} is ${esim.status}: there is nothing to install any more.`);
  if (state === "deleted")
    fail("conflict", `The eSIM ${esim.iccid} was deleted from its device and cannot be installed again.`);
  if (isReplaced)
    fail("conflict", `The eSIM ${esim.iccid} did not connect and another one takes its place: hand that one over.`);
}
