import { type ModeSetting, noticeMode } from "../modes.ts";
import { statusNotice } from "./notices.ts";
import { readEsim } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import type { Body, Shop } from "./shop.ts";
import type { Esim, EsimStatus, Life } from "./state.ts";

const CAN_PAUSE = new Set<EsimStatus>(["GOT_RESOURCE", "IN_USE", "USED_UP"]);
const IS_OVER = new Set<EsimStatus>(["CANCEL", "REVOKE", "UNUSED_EXPIRED", "USED_EXPIRED"]);

export const isOver = ({ esimStatus }: Esim): boolean => IS_OVER.has(esimStatus);

/** Only for one that was never downloaded; its price goes back, and that of the top-ups on it. */
export function cancelEsim(shop: Shop, body: Body, setting: ModeSetting) {
  const esim = readEsim(shop, body);
  if (esim.esimStatus !== "GOT_RESOURCE" || esim.smdpStatus !== "RELEASED") return refuse("200002");
  const refund = esim.topups.reduce((sum, { paid }) => sum + paid, esim.price);
  return change(shop, esim, setting, "cancel", { esimStatus: "CANCEL" }, refund);
}

export function suspendEsim(shop: Shop, body: Body, setting: ModeSetting) {
  const esim = readEsim(shop, body);
  if (!CAN_PAUSE.has(esim.esimStatus)) return refuse("200002");
  return change(shop, esim, setting, "suspend", { esimStatus: "SUSPENDED", statusBefore: esim.esimStatus });
}

export function unsuspendEsim(shop: Shop, body: Body, setting: ModeSetting) {
  const esim = readEsim(shop, body);
  if (esim.esimStatus !== "SUSPENDED") return refuse("200002");
  return change(shop, esim, setting, "unsuspend", {
    esimStatus: esim.statusBefore ?? "GOT_RESOURCE",
    statusBefore: null,
  });
}

/** For good, and without any money back. */
export function revokeEsim(shop: Shop, body: Body, setting: ModeSetting) {
  const esim = readEsim(shop, body);
  if (isOver(esim)) return refuse("200002");
  return change(shop, esim, setting, "revoke", { esimStatus: "REVOKE" });
}

function change(shop: Shop, esim: Esim, setting: ModeSetting, cause: string, set: Partial<Life>, refund?: number) {
  shop.journal.append({ type: "esim_changed", esimTranNo: esim.esimTranNo, cause, set, refund });
  // Its status webhook never says that an eSIM is (again) merely allocated.
  if (esim.esimStatus !== "GOT_RESOURCE") shop.notify(statusNotice(shop.journal.state(), esim), noticeMode(setting));
  return {};
}
