import type { Ctx } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { listRates } from "./set-rate.ts";

/** Says so while there is time: a rate that somebody sells in ends soon, or has ended. Returns the currencies. */
export async function warnStaleRates(ctx: Ctx): Promise<string[]> {
  const stale = (await listRates(ctx)).filter(({ accounts, alarm, fault }) => accounts > 0 && (alarm || fault));
  for (const { currency, fault, usableUntil, accounts } of stale)
    log().error({ currency, accounts, fault, usableUntil }, "an exchange rate is or will soon be unusable");
  return stale.map(({ currency }) => currency);
}
