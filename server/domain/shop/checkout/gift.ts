import { type Esim, hasInstallation, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import type { Checkout } from "./checkout.ts";
import { listLines } from "./lines.ts";
import type { Language } from "./mails/language.ts";

/** For whom it is bought, as a form says it. `date`: the day on which it is sent, `2027-01-31`; empty: as soon as it is there. */
export type NewGift = { name: string; email: string; message: string; language: Language; date: string };
export type GiftField = "giftName" | "giftEmail" | "giftDate";

/** `sendAt`: null when nothing was left to send. */
export type Gift = {
  checkoutId: number;
  name: string;
  email: string;
  message: string;
  language: Language;
  sendAt: Date | null;
  sentAt: Date | null;
};

export const MOST_OF_GIFT = { name: 60, message: 300 };
const MOST_AHEAD = 90 * DAY;
/** When a day's gifts are sent, in UTC: nowhere in the middle of the night where most travellers live. */
const SENT_AT = 8 * HOUR;

/** Days that can be chosen. Where the day is behind UTC's, today is its yesterday. */
export const giftDays = (now: Date) => ({
  from: dayOf(after(now, -DAY / 2)),
  to: dayOf(after(now, MOST_AHEAD)),
});

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** What is wrong with it. */
export function giftFaults({ name, email, date }: NewGift, now: Date): GiftField[] {
  const { from, to } = giftDays(now);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && dayOf(new Date(Date.parse(date) || 0)) === date;
  const wrong: Record<GiftField, boolean> = {
    giftName: name === "",
    giftEmail: !isEmail(email),
    giftDate: date !== "" && !(isDay && date >= from && date <= to),
  };
  return (Object.keys(wrong) as GiftField[]).filter((field) => wrong[field]);
}

/** Refuses what cannot be sent. */
export function requireGift(gift: NewGift, now: Date): void {
  const [field] = giftFaults(gift, now);
  if (field) fail("validation_error", WORDS[field], { field });
}

const WORDS: Record<GiftField, string> = {
  giftName: "Say for whom the gift is.",
  giftEmail: "The recipient's address is no e-mail address.",
  giftDate: "A gift is sent on a day from today on, at most 90 days ahead.",
};

/** A second click finds it there. */
export async function keepGift(
  tx: Transaction,
  checkoutId: number,
  { date, ...gift }: NewGift,
  at: Date,
): Promise<void> {
  const sendAt = date === "" ? at : after(new Date(date), SENT_AT);
  await tx.prisma.gift.createMany({ data: { checkoutId, ...gift, sendAt }, skipDuplicates: true });
}

export async function findGift(tx: Transaction, checkoutId: number): Promise<Gift | null> {
  const gift = await tx.prisma.gift.findUnique({ where: { checkoutId } });
  return gift && { ...gift, checkoutId, language: gift.language as Language };
}

/** What of a purchase can be installed. One that staff cancelled meanwhile has nothing to install. */
export async function listDelivered(tx: Transaction, checkout: Checkout): Promise<(Esim & { plan: string | null })[]> {
  const esims: (Esim & { plan: string | null })[] = [];
  for (const { orderId, packageName } of await listLines(tx, checkout.id))
    for (const esim of orderId === null ? [] : (await listOrderEsims(tx, orderId)).filter(hasInstallation))
      esims.push({ ...esim, plan: checkout.lines > 1 ? packageName : null });
  return esims;
}

/** Whether nothing of it works any more, because all of it was cancelled. */
export async function isCancelledWhole(tx: Transaction, { id }: Checkout): Promise<boolean> {
  const lines = await listLines(tx, id);
  const orders = await Promise.all(lines.map(({ orderId }) => (orderId === null ? [] : listOrderEsims(tx, orderId))));
  const esims = orders.flat();
  return esims.length > 0 && esims.every(({ status }) => status === "cancelled");
}

/** What is cancelled before it was sent is not sent. */
export async function keepBack(tx: Transaction, { id }: Checkout): Promise<void> {
  await tx.prisma.gift.updateMany({ where: { checkoutId: id }, data: { sendAt: null, sentAt: null } });
}
