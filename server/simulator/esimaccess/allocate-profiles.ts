import { createHash } from "node:crypto";
import { after, DAY } from "#server/kernel/time.ts";
import { luhnDigit } from "../sim-numbers.ts";
import { isWhole } from "./fold.ts";
import { liveOn } from "./live-on.ts";
import { orderNotice } from "./notices.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Order, OrderLine, Profile, State } from "./state.ts";

const SMDP_ADDRESS = "rsp.esimaccess-sim.example";

/** When the next of its eSIMs come; null when all are there. */
export const nextAt = (order: Order): string | null =>
  isWhole(order) ? null : (order.isAllocated && order.inParts?.restAt) || order.readyAt;

/** The buyer is told. */
export function allocateProfiles(shop: Shop, order: Order): void {
  const state = shop.journal.state();
  const sold = order.lines.flatMap((line) => Array.from({ length: line.count }, () => line)).slice(0, order.deliver);
  const upTo = order.isAllocated ? order.deliver : (order.inParts?.first ?? order.deliver);
  const next = sold.slice(order.esims.length, upTo);
  const again = order.isAllocated ? [] : [...state.byIccid.values()].slice(0, order.soldBefore ?? 0);
  const esims = next.map((line, index) => {
    const profile = toProfile(state, line, state.esims.size + 1 + index);
    const { iccid, imsi, ac } = again[index] ?? profile;
    return { ...profile, iccid, imsi, ac };
  });
  shop.journal.append({ type: "allocated", orderNo: order.orderNo, esims });
  for (const esim of order.esims.slice(0, order.takenBack ?? 0))
    if (esim.esimStatus !== "CANCEL") liveOn("cancel", { shop, esim, mode: order.noticeMode, usedMb: undefined });
  shop.notify(orderNotice(order), order.noticeMode);
}

function toProfile({ seed }: State, { packageCode, price, days }: OrderLine, number: number): Profile {
  const item = soldAs({ packageCode });
  const now = new Date();
  const digits = `89852${seed}${String(number).padStart(8, "0")}`;
  const iccid = `${digits}${luhnDigit(digits)}`;
  return {
    esimTranNo: `${now.toISOString().replace(/\D/g, "").slice(2, 14)}${String(number).padStart(6, "0")}`,
    iccid,
    imsi: `45400${seed.slice(0, 3)}${String(number).padStart(7, "0")}`,
    ac: `LPA:1$${SMDP_ADDRESS}$${createHash("sha256").update(iccid).digest("hex").slice(0, 32).toUpperCase()}`,
    packageCode,
    price,
    // A day pass has its volume anew each day.
    volume: item.dataType === 1 ? item.volume : item.volume * days,
    days,
    expiresAt: after(now, item.unusedValidTime * DAY).toISOString(),
  };
}
