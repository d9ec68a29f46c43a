import {
  MOST_TIMES,
  momentOf,
  mostOf,
  offersAutoTopups,
  TRIGGERS,
  type Trigger,
} from "#server/domain/shop/checkout/index.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";
import { readAuto } from "./present-auto-topup.ts";
import { openBoughtEsim, readTopups } from "./read-esim.ts";

/** What a traveller chooses on the way, by the address: the top-up, the moment (`data-80`), how often, for how much in all, and where they live. */
export type AutoAsk = Partial<Record<"plan" | "when" | "times" | "most" | "country", string | string[]>>;

export const toTrigger = (text: string | undefined): Trigger | null =>
  TRIGGERS.find(({ kind, at }) => text === `${kind}-${at}`) ?? null;

export const toTimes = (text: string | undefined): number | null => {
  const times = /^\d{1,2}$/.test(text ?? "") ? Number(text) : 0;
  return times >= 1 && times <= MOST_TIMES ? times : null;
};

/** As a number field sends it: null where it was left empty, undefined where it is no amount. */
export function toMost(text: string | undefined): Money | null | undefined {
  const typed = text?.trim() ?? "";
  if (typed === "") return null;
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? money(typed) : undefined;
}

/** How often can be chosen. */
const TIMES = [1, 2, 3, 5, MOST_TIMES];

/** The page on which it is allowed, in two steps: what is chosen, then what that means. */
export async function readAutoTopup(store: Store, token: string, idText: string, sent: AutoAsk) {
  const said = (name: keyof AutoAsk) => [sent[name]].flat()[0];
  const ask = {
    ...{ plan: said("plan"), when: said("when"), times: said("times") },
    ...{ most: said("most"), country: said("country") },
  };
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
  const most = toMost(ask.most);
  const isTooLittle = most === undefined || (most !== null && item !== undefined && most.lessThan(value));
  return {
    ...topups,
    ...{ auto, isOffered, times: TIMES, currency },
    /** What was chosen, where the form comes back: the limit that was typed is less than this one costs. */
    asked: { ...ask, tooLittle: isTooLittle && item ? (item.withVat?.total ?? item.price).charged : null },
    moments: triggers.map((one) => ({ value: `${one.kind}-${one.at}`, label: moment(one) })),
    /** What is agreed to: in the currency that is charged. */
    chosen:
      item && trigger && times && !isTooLittle
        ? {
            ...{ item, times, value, when: ask.when ?? "", most: most?.toFixed() ?? "" },
            price: (item.withVat?.total ?? item.price).charged,
            moment: moment(trigger),
            sum: formatMoney(mostOf({ maxTimes: times, maxPrice: money(value), maxTotal: most }), currency, language),
          }
        : null,
  };
}
