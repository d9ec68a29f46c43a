import { MOST_TIMES, momentOf, offersAutoTopups, TRIGGERS, type Trigger } from "#server/domain/shop/checkout/index.ts";
import { money } from "#server/kernel/money.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";
import { readAuto } from "./present-auto-topup.ts";
import { openBoughtEsim, readTopups } from "./read-esim.ts";

/** What a traveller chooses on the way, by the address: the top-up, the moment (`data-80`), how often, and where they live. */
export type AutoAsk = { plan?: string; when?: string; times?: string; country?: string };

export const toTrigger = (text: string | undefined): Trigger | null =>
  TRIGGERS.find(({ kind, at }) => text === `${kind}-${at}`) ?? null;

export const toTimes = (text: string | undefined): number | null => {
  const times = /^\d{1,2}$/.test(text ?? "") ? Number(text) : 0;
  return times >= 1 && times <= MOST_TIMES ? times : null;
};

/** How often can be chosen. */
const TIMES = [1, 2, 3, 5, MOST_TIMES];

/** The page on which it is allowed, in two steps: what is chosen, then what that means. */
export async function readAutoTopup(store: Store, token: string, idText: string, ask: AutoAsk) {
  const { owned } = await openBoughtEsim(store, token, idText);
  const { language, currency } = store.view;
  const [topups, auto, isOffered] = await Promise.all([
    readTopups(store, token, idText, ask.country),
    readAuto(store, owned.esim.id),
    offersAutoTopups(store.ctx, store.ctx.db),
  ]);
  const triggers = TRIGGERS.filter(({ kind }) => kind === "end" || owned.esim.totalBytes > 0);
  const moment = ({ kind, at }: Trigger) => momentOf({ triggerKind: kind, triggerAt: at }, language);
  const item = topups.items.find(({ code }) => code === ask.plan);
  const [trigger, times] = [toTrigger(ask.when), toTimes(ask.times)];
  const value = item?.withVat?.value ?? item?.priceValue ?? "";
  return {
    ...topups,
    ...{ auto, isOffered, times: TIMES },
    moments: triggers.map((one) => ({ value: `${one.kind}-${one.at}`, label: moment(one) })),
    /** What is agreed to: in the currency that is charged. */
    chosen:
      item && trigger && times
        ? {
            ...{ item, times, value, when: ask.when ?? "" },
            price: (item.withVat?.total ?? item.price).charged,
            moment: moment(trigger),
            sum: formatMoney(money(value).times(times), currency, language),
          }
        : null,
  };
}
