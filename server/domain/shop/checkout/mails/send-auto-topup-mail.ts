import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { AutoTopup } from "../auto-topups/auto-topup.ts";
import { mostOf } from "../auto-topups/limit.ts";
import { formatMoney } from "../describe-item.ts";
import { AUTO_PAGE, momentOf } from "./auto-words.ts";
import { textsIn, toLanguage } from "./language.ts";
import { holderOf } from "./send-esim-mail.ts";
import { send } from "./send-store-mail.ts";

/** Ends that its traveller is told of: they did not bring them about, and may need data. */
export type AutoTopupEnd = "declined" | "changed" | "undelivered" | "withdrawn";

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
  const { subject, lead, most, how, button, endSubject, again, ...ends } = textsIn(language).auto;
  const page = `/${esimId}/${AUTO_PAGE}`;
  if (news === "on") {
    const price = formatMoney(auto.maxPrice, auto.currency, language);
    const all = formatMoney(mostOf(auto), auto.currency, language);
    const paragraphs = [lead(item, price, auto.maxTimes, momentOf(auto, language)), most(all), how(price)];
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
