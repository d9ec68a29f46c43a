import type { Gift } from "../gift.ts";
import { type Language, textsIn } from "./language.ts";

type MailWords = { subject: string; item: string; paragraphs: string[]; button: string };

/** To who bought it: what installs it goes to somebody else. */
export function giftReady(
  item: string,
  { name, email, sendAt }: Pick<Gift, "name" | "email" | "sendAt">,
  language: Language,
  now = new Date(),
): MailWords {
  const { given, order } = textsIn(language);
  const date = sendAt && sendAt > now ? giftDate(sendAt, language) : null;
  const said = date ? given.waits(item, name, email, date) : given.sent(item, name, email);
  return { subject: given.subject(item), item, paragraphs: [said], button: order.button };
}

export const giftDate = (at: Date, language: Language): string =>
  at.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });

type Said = { name: string; message: string; item: string; until: string };

export function giftParts(language: Language, { name, message, item, until }: Said): MailWords {
  const { gift, delivery, handover } = textsIn(language);
  return {
    subject: gift.subject(item),
    item,
    paragraphs: [
      gift.lead(withoutLinks(name), item),
      ...(message ? [gift.message(withoutLinks(message))] : []),
      ...[delivery.how, handover.keep(until)],
    ],
    button: delivery.button,
  };
}

const WORD_JOINER = "\u2060";

/** Reads as it was written, and is no address any more. */
export const withoutLinks = (text: string): string => text.replace(/[.:@/](?=\S)/g, (sign) => sign + WORD_JOINER);
