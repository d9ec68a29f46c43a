import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { isHeldBack } from "./is-held-back.ts";
import { type BrandParts, type QueuedMail, queueMail } from "./queue-mail.ts";

/** A picture that the text shows as `cid:…`: it travels with the mail, nothing is loaded from anywhere. */
export type Picture = { cid: string; png: Buffer };
export type StoredPicture = { cid: string; png: string } | { cid: string; logo: string };

/** As the text shows the brand's logo. */
export const LOGO_CID = "logo";

/** A mail to a traveller. It comes from the brand, and staff can read it in the outbox. */
export type BrandMail = {
  kind: string;
  /** The purchase that it is about. */
  checkoutId?: number | undefined;
  fromName: string;
  replyTo: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  pictures?: Picture[];
  /** The path of a stored picture. It is fetched when the mail is sent, instead of being kept with each. */
  logo?: string | undefined;
};

/** Writes the mail and the job that sends it beside the change that made it necessary. A test shop's may stay in the outbox. */
export async function queueBrandMail(tx: Transaction, ctx: AccountCtx, mail: BrandMail): Promise<QueuedMail> {
  const pictures: StoredPicture[] = [
    ...(mail.logo ? [{ cid: LOGO_CID, logo: mail.logo }] : []),
    ...(mail.pictures ?? []).map(({ cid, png }) => ({ cid, png: png.toString("base64") })),
  ];
  const brandParts: BrandParts = {
    environment: ctx.environment,
    checkoutId: mail.checkoutId ?? null,
    html: mail.html,
    pictures: pictures.length > 0 ? JSON.stringify(pictures) : null,
    fromName: mail.fromName,
    replyTo: mail.replyTo,
    kept: true,
    heldBack: await isHeldBack(tx, ctx, mail.recipient),
  };
  const { kind, recipient, subject, text } = mail;
  const written = await queueMail(tx, ctx, {
    kind,
    accountId: ctx.account.id,
    recipient,
    subject,
    text,
    ...brandParts,
  });
  return written[0]!;
}
