import { type Picture, type QueuedMail, qrPng, queueBrandMail } from "#server/domain/messaging/mail/index.ts";
import { getBrand, storefrontUrl } from "#server/domain/reseller/brand/index.ts";
import { findPictureSize } from "#server/domain/reseller/pictures/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Checkout } from "../checkout.ts";
import { formatMoney } from "../describe-item.ts";
import { findGift, type Gift, listDelivered } from "../gift.ts";
import { createLink, type LinkTarget } from "../links.ts";
import { saidOfAuto } from "./auto-words.ts";
import { giftReady } from "./gift-words.ts";
import { htmlOf } from "./html.ts";
import { type Language, textsIn, toLanguage } from "./language.ts";
import { isOfRefund, refundWords, type StoreMail } from "./store-mail.ts";
import { findWording, inWords } from "./wording.ts";

export type Parts = {
  subject: string;
  /** What was bought or sent, where it is about one thing. */
  item?: string;
  paragraphs: string[];
  button: string;
  /** What its invoice is called, where one is written with it. */
  invoice?: string;
  /** Where what made it happen is stopped, behind the eSIMs that the mail's link opens. */
  stop?: { label: string; page: string };
  facts?: { label: string; value: string }[][];
  pictures?: (Picture & { alt: string })[];
};

/** A mail about a purchase, in the brand's name and the language it was bought in, with a new link to it. */
export async function sendStoreMail(
  tx: Transaction,
  ctx: AccountCtx,
  mail: StoreMail,
  checkout: Checkout,
): Promise<void> {
  const language = toLanguage(checkout.locale);
  const hasInvoice = checkout.vatKind !== null && (mail.kind === "delivery" || mail.kind === "topup");
  const gift = mail.kind === "order" || mail.kind === "delivery" ? await findGift(tx, checkout.id) : null;
  const composed = await compose(tx, mail, checkout, language, gift);
  const auto = mail.kind === "order" || mail.kind === "topup" ? await saidOfAuto(tx, checkout, language) : null;
  const parts: Parts = {
    ...composed,
    ...(auto && { ...auto, paragraphs: [...composed.paragraphs, ...auto.paragraphs] }),
    ...(hasInvoice && { invoice: textsIn(language).invoice }),
  };
  const kind = isOfRefund(mail) ? "refund" : gift && mail.kind === "delivery" ? "gift-ready" : mail.kind;
  await send(
    tx,
    ctx,
    { kind, language, recipient: checkout.email, target: ofPurchase(checkout), checkout, path: "order" },
    parts,
  );
}

export const ofPurchase = ({ id }: Pick<Checkout, "id">): LinkTarget => ({ kind: "purchase", checkoutId: id });

async function compose(
  tx: Transaction,
  mail: StoreMail,
  checkout: Checkout,
  language: Language,
  gift: Gift | null,
): Promise<Parts> {
  const { currency, totalAmount, quantity, packageName } = checkout;
  const texts = textsIn(language);
  const item = quantity > 1 ? `${quantity} × ${packageName}` : packageName;
  const show = (amount: Money) => formatMoney(amount, currency, language);
  switch (mail.kind) {
    case "order": {
      const { subject, lead, next, button } = texts.order;
      const after = gift ? texts.given.next : next;
      return { subject: subject(item), item, paragraphs: [lead(item, show(totalAmount)), after], button };
    }
    case "topup": {
      const { subject, lead, button } = texts.topup;
      return { subject: subject(item), item, paragraphs: [lead(item, show(totalAmount))], button };
    }
    case "delivery":
      return gift ? giftReady(item, gift, language) : delivery(item, await listDelivered(tx, checkout), language);
    case "voucher": {
      const { subject, lead, again, button } = texts.voucher;
      return { subject: subject(item), item, paragraphs: [lead(item), again], button };
    }
    case "cancelled": {
      const { subject, lead, back, before, kept, button } = texts.cancelled;
      const { esims, amount } = mail;
      const said = amount.greaterThan(0)
        ? [back(show(amount)), texts.refund.when]
        : [checkout.refundDue.greaterThan(0) ? before(show(checkout.refundDue)) : kept];
      return { subject: subject(item), item, paragraphs: [lead(esims, packageName), ...said], button };
    }
    default: {
      const { subject, said, when, button } = refundWords(mail, texts.refund);
      const amount = show("amount" in mail ? mail.amount : totalAmount);
      return { subject: subject(amount), item, paragraphs: [said(amount, item), when], button };
    }
  }
}

/** `plan`: which one of several it is of. */
type Delivered = Awaited<ReturnType<typeof listDelivered>>;

export function delivery(item: string, esims: Delivered, language: Language): Parts {
  const { subject, lead, how, button, qr, address, code } = textsIn(language).delivery;
  return {
    subject: subject(item),
    item,
    paragraphs: [lead(esims.length, item), how],
    button,
    facts: esims.map(({ smdpAddress, activationCode, plan }, i) => [
      ...(plan ? [{ label: `eSIM ${i + 1}`, value: plan }] : []),
      { label: address, value: smdpAddress },
      { label: code, value: activationCode.split("$")[2] ?? activationCode },
    ]),
    pictures: esims.map(({ activationCode }, i) => ({
      cid: `esim-${i + 1}`,
      png: qrPng(activationCode),
      alt: qr(i + 1, esims.length),
    })),
  };
}

/** The link to everything that was bought with an address. */
export async function sendMagicLink(tx: Transaction, ctx: AccountCtx, email: string, locale: string): Promise<void> {
  const language = toLanguage(locale);
  const { subject, lead, button, unasked } = textsIn(language).link;
  const target: LinkTarget = { kind: "person", email };
  await send(
    tx,
    ctx,
    { kind: "magic-link", language, recipient: email, target, path: "my" },
    { subject, paragraphs: [lead, unasked], button },
  );
}

/** eSIMs that staff hand over. The link alone, without the codes behind it: it can be withdrawn, a code in a mailbox cannot. */
export async function sendHandoverMail(
  tx: Transaction,
  ctx: AccountCtx,
  handover: { id: number; recipient: string; language: Language; expiresAt: Date },
  item: string,
  esimIds: number[],
): Promise<QueuedMail> {
  const { id, recipient, language, expiresAt } = handover;
  const { subject, lead, how, button } = textsIn(language).delivery;
  const until = expiresAt.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
  const [first, ...more] = esimIds;
  const place = more.length > 0 ? { path: "my" as const } : { path: "esim" as const, page: `/${first}` };
  return await send(
    tx,
    ctx,
    { kind: "handover", language, recipient, target: { kind: "handover", handoverId: id }, ...place },
    {
      subject: subject(item),
      item,
      paragraphs: [lead(esimIds.length, item), how, textsIn(language).handover.keep(until)],
      button,
    },
  );
}

export type Envelope = {
  kind: string;
  language: Language;
  recipient: string;
  target: LinkTarget;
  /** The purchase that it is about. */
  checkout?: Pick<Checkout, "id" | "number">;
  path: "order" | "my" | "esim";
  page?: string;
};

export async function send(tx: Transaction, ctx: AccountCtx, envelope: Envelope, composed: Parts): Promise<QueuedMail> {
  const { kind, language, recipient, target, checkout, path, page = "" } = envelope;
  const brand = { ...(await getBrand(ctx, tx)), environment: ctx.environment };
  const values = { item: composed.item, number: checkout?.number, brand: brand.name };
  const parts = inWords(composed, await findWording(tx, ctx, kind, language), values);
  const shop = `${storefrontUrl(brand)}/${language}`;
  const token = await createLink(tx, ctx, target);
  const url = `${shop}/${path}/${token}${page}`;
  const more = [
    ...(parts.invoice ? [{ label: parts.invoice, url: `${url}/invoice/own` }] : []),
    ...(parts.stop ? [{ label: parts.stop.label, url: `${shop}/esim/${token}${parts.stop.page}` }] : []),
  ];
  const { label: before, ...texts } = textsIn(language);
  const support = texts.support(brand.supportEmail);
  // Behind the link: the words before it may end with "here:".
  const after = checkout ? [texts.number(checkout.number)] : [];
  const logo = await findPictureSize(tx, ctx.account.id, brand.logoUrl);
  const facts = (parts.facts ?? []).map((list) =>
    list.map(({ label, value }) => `${before(label)} ${value}`).join("\n"),
  );
  return await queueBrandMail(tx, ctx, {
    kind,
    checkoutId: checkout?.id,
    fromName: brand.name,
    replyTo: brand.supportEmail,
    recipient,
    subject: ctx.environment === "test" ? `[TEST] ${parts.subject}` : parts.subject,
    text: [
      ...parts.paragraphs,
      `${before(parts.button)}\n${url}`,
      ...more.map((link) => `${before(link.label)}\n${link.url}`),
      ...after,
      ...facts,
      support,
      brand.companyLegalName,
    ].join("\n\n"),
    html: htmlOf({
      ...parts,
      brand,
      logo: logo ?? undefined,
      language,
      button: { label: parts.button, url },
      more,
      after,
      footer: `${brand.companyLegalName} · ${support}`,
    }),
    pictures: parts.pictures,
    logo: logo ? brand.logoUrl! : undefined,
  });
}
