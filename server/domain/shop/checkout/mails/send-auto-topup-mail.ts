import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { translator } from "#server/kernel/words.ts";
import { type AutoTopup, findAutoTopup } from "../auto-topups/auto-topup.ts";
import type { Checkout } from "../checkout.ts";
import { formatMoney } from "../describe-item.ts";
import { type Language, textsIn, toLanguage } from "./language.ts";
import { holderOf } from "./send-esim-mail.ts";
import { type Parts, send } from "./send-store-mail.ts";

/** Ends that its traveller is told of: they did not bring them about, and may need data. */
export type AutoTopupEnd = "declined" | "changed" | "undelivered" | "withdrawn";

/** Where an automatic top-up is seen and stopped, behind the page of its eSIM. */
export const AUTO_PAGE = "auto-top-up";

/** A traveller has allowed a top-up to be bought by itself, or it has ended. */
export async function sendAutoTopupMail(
  tx: Transaction,
  ctx: AccountCtx,
  auto: AutoTopup,
  news: "on" | AutoTopupEnd,
): Promise<void> {
  const { id, number, email } = await tx.prisma.checkout.findUniqueOrThrow({ where: { id: auto.checkoutId } });
  const bought = { id: Number(id), number, email, locale: auto.locale };
  const language = toLanguage(auto.locale);
  const to = { ...(await holderOf(tx, bought)), language, recipient: auto.email };
  const { packageName: item, esimId } = auto;
  const { subject, lead, how, button, endSubject, again, ...ends } = textsIn(language).auto;
  const page = `/${esimId}/${AUTO_PAGE}`;
  if (news === "on") {
    const price = formatMoney(auto.maxPrice, auto.currency, language);
    const paragraphs = [lead(item, price, auto.maxTimes, momentOf(auto, language)), how(price)];
    return void (await send(
      tx,
      ctx,
      { kind: "auto-topup", ...to, path: "esim", page },
      { subject: subject(item), item, paragraphs, button },
    ));
  }
  await send(
    tx,
    ctx,
    { kind: "auto-topup-end", ...to, path: "esim", page: `/${esimId}/top-up` },
    {
      ...{ subject: endSubject, item, paragraphs: [ends[news](item), again], button: textsIn(language).data.button },
      stop: { label: button, page },
    },
  );
}

/** When it is bought, as pages and mails say it. */
export function momentOf({ triggerKind, triggerAt }: Pick<AutoTopup, "triggerKind" | "triggerAt">, language: Language) {
  if (triggerKind === "end") return translator(language)("autoEnd", { days: triggerAt });
  const used = new Intl.NumberFormat(language, { style: "percent" }).format(triggerAt / 100);
  return translator(language)("autoData", { used });
}

/** What mails about a purchase say more when it was opened by itself: the how many-th it is, and where it is stopped. */
export async function saidOfAuto(
  tx: Transaction,
  { autoTopupId, esimId }: Pick<Checkout, "autoTopupId" | "esimId">,
  language: Language,
): Promise<{ paragraphs: string[]; stop?: NonNullable<Parts["stop"]> }> {
  const auto = autoTopupId === null ? null : await findAutoTopup(tx, autoTopupId);
  if (!auto || esimId === null) return { paragraphs: [] };
  const { charged, last, button } = textsIn(language).auto;
  const show = (count: number) => new Intl.NumberFormat(language).format(count);
  return {
    paragraphs: [
      charged(show(auto.used), show(auto.maxTimes)),
      ...(auto.status === "active" && auto.used >= auto.maxTimes ? [last] : []),
    ],
    stop: { label: button, page: `/${esimId}/${AUTO_PAGE}` },
  };
}
