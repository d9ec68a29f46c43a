import { findEsimById, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Checkout } from "../checkout.ts";
import { dataSize } from "../describe-item.ts";
import { findGift } from "../gift.ts";
import { findSoldFor } from "../lines.ts";
import { textsIn, toLanguage } from "./language.ts";
import { delivery, type Envelope, ofPurchase, type Parts, send } from "./send-store-mail.ts";

type Bought = Pick<Checkout, "id" | "number" | "email" | "locale">;

/** Who has what was bought, and in which language they read: of a gift whoever was given it. */
export async function holderOf(
  tx: Transaction,
  checkout: Bought,
): Promise<Pick<Envelope, "language" | "recipient" | "target" | "checkout">> {
  const gift = await findGift(tx, checkout.id);
  return gift
    ? { language: gift.language, recipient: gift.email, target: { kind: "gift", checkoutId: checkout.id }, checkout }
    : { language: toLanguage(checkout.locale), recipient: checkout.email, target: ofPurchase(checkout), checkout };
}

/** Data runs low, the end is near, or it does not connect. */
export async function sendEsimWarning(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Bought,
  esimId: number,
  warning:
    | { kind: "low-data"; percent: number }
    | { kind: "expiry"; days: number }
    | { kind: "silent"; place: string; isGuaranteed: boolean },
): Promise<void> {
  const esim = (await findEsimById(tx, esimId))!;
  const { language, ...to } = await holderOf(tx, checkout);
  const { data, expiry, silent, stop } = textsIn(language);
  const end = esim.expiresAt?.toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const warn = (percent: number): Parts => {
    const used = new Intl.NumberFormat(language, { style: "percent" }).format(percent / 100);
    const left = dataSize(Math.max(0, Math.round((esim.totalBytes - esim.usedBytes) / MB)), language);
    return { subject: data.subject(used), paragraphs: [data.lead(used, left)], button: data.button };
  };
  const parts: Parts =
    warning.kind === "low-data"
      ? warn(warning.percent)
      : warning.kind === "expiry"
        ? { subject: expiry.subject(warning.days), paragraphs: [expiry.lead(`${end} UTC`)], button: expiry.button }
        : {
            subject: silent.subject,
            paragraphs: [silent.lead(warning.place), silent.help, ...(warning.isGuaranteed ? [silent.promise] : [])],
            button: silent.button,
          };
  const envelope: Envelope = { kind: warning.kind, language, ...to, path: "esim", page: `/${esimId}` };
  await send(tx, ctx, envelope, { ...parts, paragraphs: [...parts.paragraphs, stop] });
}

/** Another eSIM in place of one that did not connect; of a gift, as the gift itself, the link alone. */
export async function sendReplacementMail(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Checkout,
  orderId: number,
): Promise<void> {
  const { language, ...to } = await holderOf(tx, checkout);
  const esims = (await listOrderEsims(tx, orderId)).map((esim) => ({ ...esim, plan: null }));
  const { subject, lead } = textsIn(language).replacement;
  const item = (await findSoldFor(tx, orderId)) ?? checkout.packageName;
  const { facts, pictures, ...parts } = delivery(item, esims, language);
  const [, ...how] = parts.paragraphs;
  const codes = to.target.kind === "gift" ? {} : { facts, pictures };
  await send(
    tx,
    ctx,
    { kind: "replacement", language, ...to, path: "esim", page: `/${esims[0]!.id}` },
    { ...parts, ...codes, subject: subject(item), paragraphs: [lead, ...how] },
  );
}
