import { LOGO_CID, qrPng } from "#server/domain/messaging/mail/index.ts";
import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { findPictureSize } from "#server/domain/reseller/pictures/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { describeItem, formatMoney, placeName } from "../describe-item.ts";
import { momentOf } from "./auto-words.ts";
import { giftParts, giftReady } from "./gift-words.ts";
import { htmlOf } from "./html.ts";
import { type Language, textsIn } from "./language.ts";
import { inWords, type MailKind, readWording, type WordedMail } from "./wording.ts";

/** Of nobody's: every letter of it is made up. */
const SAMPLE = { number: "K7P2M-94QXD", smdpAddress: "smdp.example.com", code: "SAMPLE-0000-CODE" };
const PLAN = {
  ...{ type: "local" as const, countryCode: "TR", regionCode: "europe" },
  ...{ dataMb: 5_120, unlimited: false, perDay: false, durationDays: 30 },
};
const ACTIVATION_CODE = `LPA:1$${SAMPLE.smdpAddress}$${SAMPLE.code}`;

type Composed = { subject: string; paragraphs: string[]; button: string };

/** A mail of the kind about a purchase that there never was, worded like this. Its pictures are in it; its links lead nowhere. */
export async function previewWording(
  ctx: AccountCtx,
  { kind, language, ...given }: WordedMail,
): Promise<{ subject: string; html: string; ours: string }> {
  requirePermission(ctx, "brand:read");
  const brand = await getBrand(ctx);
  const item = describeItem(PLAN, language);
  const composed = sampleOf(kind, language, item, ctx.account.currency);
  const values = { item, number: SAMPLE.number, brand: brand.name };
  const { subject, paragraphs, button } = inWords(composed, readWording(kind, given), values);
  const { delivery, number, support } = textsIn(language);
  const isAboutPurchase = kind !== "magic-link" && kind !== "handover";
  const logo = await findPictureSize(ctx.db, ctx.account.id, brand.logoUrl);
  const html = htmlOf({
    ...{ subject, brand, language, logo: logo ?? undefined },
    paragraphs,
    after: isAboutPurchase ? [number(SAMPLE.number)] : [],
    button: { label: button, url: "#" },
    ...((kind === "delivery" || kind === "replacement") && {
      facts: [
        [
          { label: delivery.address, value: SAMPLE.smdpAddress },
          { label: delivery.code, value: SAMPLE.code },
        ],
      ],
      pictures: [{ cid: "esim-1", alt: delivery.qr(1, 1) }],
    }),
    footer: `${brand.companyLegalName} · ${support(brand.supportEmail)}`,
  });
  return { subject, ours: composed.subject, html: withPictures(html, brand.logoUrl ?? "") };
}

/** In a mail they are attached. */
const withPictures = (html: string, logo: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll(`cid:${LOGO_CID}`, logo)
    .replaceAll("cid:esim-1", `data:image/png;base64,${qrPng(ACTIVATION_CODE).toString("base64")}`);

function sampleOf(kind: MailKind, language: Language, item: string, currency: string): Composed {
  const texts = textsIn(language);
  const amount = formatMoney(money("19.9"), currency, language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(Date.UTC(2030, 5, 14));
  const used = new Intl.NumberFormat(language, { style: "percent" }).format(0.8);
  switch (kind) {
    case "order": {
      const { subject, lead, next, button } = texts.order;
      return { subject: subject(item), paragraphs: [lead(item, amount), next], button };
    }
    case "delivery":
    case "handover": {
      const { subject, lead, how, button } = texts.delivery;
      const more = kind === "handover" ? [texts.handover.keep(day)] : [];
      return { subject: subject(item), paragraphs: [lead(1, item), how, ...more], button };
    }
    case "gift-ready":
      return giftReady(item, { name: "Mia", email: "mia@example.com", sendAt: null }, language);
    case "gift":
      return giftParts(language, { name: "Mia", message: "", item, until: day });
    case "replacement": {
      const { how, button } = texts.delivery;
      const { subject, lead } = texts.replacement;
      return { subject: subject(item), paragraphs: [lead, how], button };
    }
    case "topup": {
      const { subject, lead, button } = texts.topup;
      return { subject: subject(item), paragraphs: [lead(item, amount)], button };
    }
    case "refund": {
      const { subject, given, when, button } = texts.refund;
      return { subject: subject(amount), paragraphs: [given(amount, item), when], button };
    }
    case "cancelled": {
      const { subject, lead, back, button } = texts.cancelled;
      return { subject: subject(item), paragraphs: [lead(1, item), back(amount), texts.refund.when], button };
    }
    case "voucher": {
      const { subject, lead, again, button } = texts.voucher;
      return { subject: subject(item), paragraphs: [lead(item), again], button };
    }
    case "low-data": {
      const { subject, lead, button } = texts.data;
      return { subject: subject(used), paragraphs: [lead(used, "1 GB"), texts.stop], button };
    }
    case "expiry": {
      const { subject, lead, button } = texts.expiry;
      return { subject: subject(3), paragraphs: [lead(day), texts.stop], button };
    }
    case "silent": {
      const { subject, lead, help, button } = texts.silent;
      return { subject, paragraphs: [lead(placeName(PLAN, language)), help, texts.stop], button };
    }
    case "auto-topup": {
      const { subject, lead, most, how, button } = texts.auto;
      const when = momentOf({ triggerKind: "data", triggerAt: 80 }, language);
      const all = formatMoney(money("59.7"), currency, language);
      return { subject: subject(item), paragraphs: [lead(item, amount, 3, when), most(all), how(amount)], button };
    }
    case "auto-topup-end": {
      const { endSubject, declined, again } = texts.auto;
      return { subject: endSubject, paragraphs: [declined(item), again], button: texts.data.button };
    }
    case "magic-link": {
      const { subject, lead, unasked, button } = texts.link;
      return { subject, paragraphs: [lead, unasked], button };
    }
  }
}
