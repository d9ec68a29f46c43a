import { findEsimById, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Checkout } from "../checkout.ts";
import { dataSize } from "../describe-item.ts";
import { findSoldFor } from "../lines.ts";
import { textsIn, toLanguage } from "./language.ts";
import { delivery, type Envelope, ofPurchase, type Parts, send } from "./send-store-mail.ts";

/** Data runs low, the end is near, or it does not connect. */
export async function sendEsimWarning(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Pick<Checkout, "id" | "number" | "email" | "locale">,
  esimId: number,
  warning:
    | { kind: "low-data"; percent: number }
    | { kind: "expiry"; days: number }
    | { kind: "silent"; place: string; isGuaranteed: boolean },
): Promise<void> {
  const esim = (await findEsimById(tx, esimId))!;
  const language = toLanguage(checkout.locale);
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
  const to = { recipient: checkout.email, target: ofPurchase(checkout), checkout };
  const envelope: Envelope = { kind: warning.kind, language, ...to, path: "esim", page: `/${esimId}` };
  await send(tx, ctx, envelope, { ...parts, paragraphs: [...parts.paragraphs, stop] });
}

/** Another eSIM in place of one that did not connect. */
export async function sendReplacementMail(
  tx: Transaction,
  ctx: AccountCtx,
  checkout: Checkout,
  orderId: number,
): Promise<void> {
  const language = toLanguage(checkout.locale);
  const esims = (await listOrderEsims(tx, orderId)).map((esim) => ({ ...esim, plan: null }));
  const { subject, lead } = textsIn(language).replacement;
  const item = (await findSoldFor(tx, orderId)) ?? checkout.packageName;
  const parts = delivery(item, esims, language);
  const [, ...how] = parts.paragraphs;
  const to = { recipient: checkout.email, target: ofPurchase(checkout), checkout };
  await send(
    tx,
    ctx,
    { kind: "replacement", language, ...to, path: "esim", page: `/${esims[0]!.id}` },
    { ...parts, subject: subject(item), paragraphs: [lead, ...how] },
  );
}
