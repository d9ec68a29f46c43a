import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { inWords } from "#server/kernel/time.ts";
import { listRates } from "./set-rate.ts";

/** Says so while there is time: a rate that somebody sells in ends soon, or has ended. Returns the currencies. */
export async function warnStaleRates(ctx: Ctx): Promise<string[]> {
  const now = ctx.clock.now();
  const stale = (await listRates(ctx)).filter(({ accounts, alarm, fault }) => accounts > 0 && (alarm || fault));
  for (const { currency, fault, usableUntil, accounts, fetchedAt } of stale) {
    log().error({ currency, accounts, fault, usableUntil }, "an exchange rate is or will soon be unusable");
    const said = fault ? `cannot be sold in: ${fault}` : `ends in ${inWords(usableUntil!.getTime() - now.getTime())}`;
    await tellOperators(ctx.db, now, {
      kind: "fx.stale",
      subject: currency,
      occasion: `${fetchedAt.toISOString()} ${fault ? "unusable" : "ends soon"}`,
      text: `${currency} ${said}. ${accounts} of the open accounts are kept in it.`,
    });
  }
  return stale.map(({ currency }) => currency);
}
