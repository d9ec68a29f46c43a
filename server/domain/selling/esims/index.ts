/** eSIM profiles that were sold: how they are found, listed and read. */

export { type AllEsimsFilter, allEsimsFilter } from "./all-esims-filter.ts";
export { changeEsims, changeEsimsLearned, type EsimChange, isChanged, toChangeRow } from "./change-esims.ts";
export {
  ESIM_STATUSES,
  type Esim,
  type EsimState,
  type NewEsim,
  type OrderProfile,
  toProfile,
} from "./esim.ts";
export { ESIM_ORDERS, esimFilter } from "./esim-filter.ts";
export { type EsimPlan, getEsimPlan } from "./get-esim-plan.ts";
export { hearMissing } from "./hear-missing.ts";
export { hasInstallation, type InstallState, installState } from "./install-state.ts";
export { findSandboxEsim, LIFE_EVENTS, type LifeEvent, liveSandboxEsim } from "./live-sandbox-esim.ts";
export { isFinal, nextState } from "./next-state.ts";
export {
  ESIM_COLUMNS,
  findEsimById,
  getEsim,
  type HistoryItem,
  lastHeard,
  listEsims,
  listHistory,
  listOrderEsims,
  listUsage,
  type Measurement,
  MOST_MEASUREMENTS,
} from "./read-esims.ts";
export { reportEsim } from "./report-esim.ts";
export { isSandboxIccid, newSandboxEsim } from "./sandbox-esim.ts";
export { type FoundEsim, FROM_END_EVERYWHERE, iccidEnds, searchEsims } from "./search-esims.ts";
export { getSuccession, listReplaced, type Succession } from "./succession.ts";
export { inOurAccount, isSaidOfUs, isUnclear } from "./whose-account.ts";
