/** Top-ups that a traveller has allowed to be bought by themselves. */

export { allowAutoTopup } from "./allow-auto-topup.ts";
export {
  type AutoTopup,
  findLatest as findAutoTopupOf,
  MOST_TIMES,
  TRIGGERS,
  type Trigger,
} from "./auto-topup.ts";
export { chargeDueTopups } from "./charge-due.ts";
export { stopAutoTopup, withdrawAutoTopup } from "./end-auto-topup.ts";
export { followAutoTopups } from "./follow-auto-topups.ts";
export { mostOf } from "./limit.ts";
export { type AutoTopupOfEsim, listAutoTopups } from "./list-auto-topups.ts";
export { followCard, saveTestCard, takeCard } from "./save-card.ts";
export { getAutoTopupSetting, offersAutoTopups, setAutoTopups } from "./setting.ts";
