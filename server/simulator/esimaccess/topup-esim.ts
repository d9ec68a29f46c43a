import { after, DAY } from "#server/kernel/time.ts";
import { findTopupPackage, listTopups } from "./catalogue.ts";
import { checkAmount, readEsim, readPeriods, readText } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import { type Body, priceOf, type Shop, soldAs } from "./shop.ts";
import type { Esim, EsimStatus, Life } from "./state.ts";
import { wireTime } from "./wire.ts";

const MAX_TOPUPS = 10;
const CAN_GROW = new Set<EsimStatus>(["GOT_RESOURCE", "IN_USE", "USED_UP"]);

/**
 * Adds data and days; no webhook follows. A transaction id seen before is not recognised: nobody knows whether the real
 * supplier would, so a buyer that blindly repeats pays twice here, and shows.
 */
export function topupEsim(shop: Shop, body: Body) {
  const transactionId = readText(body, "transactionId", 50);
  const esim = readEsim(shop, body);
  const item = findTopupPackage(readText(body, "packageCode", 100));
  if (!item || !listTopups(soldAs(esim)).includes(item)) return refuse("310243");
  const periods = readPeriods(body, item.dataType !== 1);
  const state = shop.journal.state();
  const paid = priceOf(state, item) * periods;
  checkAmount(body.amount, paid, "200006");
  if (!CAN_GROW.has(esim.esimStatus) || esim.smdpStatus === "DELETED" || esim.topups.length >= MAX_TOPUPS)
    return refuse("200002");
  if (paid > state.balance) return refuse("200007");

  const days = item.duration * periods;
  const topUpEsimTranNo = `T${esim.esimTranNo}${String(esim.topups.length + 1).padStart(2, "0")}`;
  shop.journal.append({
    type: "topped_up",
    topUpEsimTranNo,
    esimTranNo: esim.esimTranNo,
    transactionId,
    packageCode: item.packageCode,
    volume: item.dataType === 1 ? item.volume : item.volume * days,
    days,
    paid,
    set: revived(esim, days),
  });
  return {
    transactionId,
    iccid: esim.iccid,
    expiredTime: wireTime(esim.expiresAt),
    totalVolume: esim.totalVolume,
    totalDuration: esim.totalDays,
    orderUsage: esim.orderUsage,
    topUpEsimTranNo,
  };
}

/** The end moves once the days are running; before that it is the end of the time to begin. */
function revived({ esimStatus, activatedAt, expiresAt }: Esim, days: number): Partial<Life> {
  return {
    ...(esimStatus === "USED_UP" && { esimStatus: "IN_USE" }),
    ...(activatedAt && { expiresAt: after(new Date(expiresAt), days * DAY).toISOString() }),
  };
}
