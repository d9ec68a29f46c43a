import type { Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { translator } from "#server/kernel/words.ts";
import { type AutoTopup, findAutoTopup } from "../auto-topups/auto-topup.ts";
import { isUsedUp, mostOf } from "../auto-topups/limit.ts";
import type { Checkout } from "../checkout.ts";
import { formatMoney } from "../describe-item.ts";
import { type Language, textsIn } from "./language.ts";

/** Where an automatic top-up is seen and stopped, behind the page of its eSIM. */
export const AUTO_PAGE = "auto-top-up";

/** When it is bought, as pages and mails say it. */
export function momentOf({ triggerKind, triggerAt }: Pick<AutoTopup, "triggerKind" | "triggerAt">, language: Language) {
  if (triggerKind === "end") return translator(language)("autoEnd", { days: triggerAt });
  const used = new Intl.NumberFormat(language, { style: "percent" }).format(triggerAt / 100);
  return translator(language)("autoData", { used });
}

/** What it has cost, and the most that it may. */
export function spentOf(auto: AutoTopup, language: Language): string {
  const show = (amount: Money) => formatMoney(amount, auto.currency, language);
  return translator(language)("autoSpent", { spent: show(auto.charged), of: show(mostOf(auto)) });
}

/** What mails about a purchase say more when it was opened by itself: the how many-th it is, and where it is stopped. */
export async function saidOfAuto(
  tx: Transaction,
  { autoTopupId, esimId }: Pick<Checkout, "autoTopupId" | "esimId">,
  language: Language,
): Promise<{ paragraphs: string[]; stop?: { label: string; page: string } }> {
  const auto = autoTopupId === null ? null : await findAutoTopup(tx, autoTopupId);
  if (!auto || esimId === null) return { paragraphs: [] };
  const { charged, last, button } = textsIn(language).auto;
  const show = (count: number) => new Intl.NumberFormat(language).format(count);
  return {
    paragraphs: [
      `${charged(show(auto.used), show(auto.maxTimes))} ${spentOf(auto, language)}`,
      ...(auto.status === "active" && isUsedUp(auto) ? [last] : []),
    ],
    stop: { label: button, page: `/${esimId}/${AUTO_PAGE}` },
  };
}
