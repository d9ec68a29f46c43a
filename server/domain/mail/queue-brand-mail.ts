import type { AccountCtx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { one, type Queryable, sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { isHeldBack } from "./is-held-back.ts";

/** A picture that the text shows as `cid:…`: it travels with the mail, nothing is loaded from anywhere. */
export type Picture = { cid: string; png: Buffer };
export type StoredPicture = { cid: string; png: string };

/** A mail to a traveller. It comes from the brand, and staff can read it in the outbox. */
export type BrandMail = {
  kind: string;
  fromName: string;
  replyTo: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  pictures?: Picture[];
};

/** Writes the mail and the job that sends it beside the change that made it necessary. A test shop's may stay in the outbox. */
export async function queueBrandMail(tx: Queryable, ctx: AccountCtx, mail: BrandMail): Promise<void> {
  const heldBack = await isHeldBack(tx, ctx, mail.recipient);
  const pictures = mail.pictures?.map(({ cid, png }): StoredPicture => ({ cid, png: png.toString("base64") }));
  const { id } = one(
    await tx.query<{ id: number }>(sql`
      insert into mails (kind, account_id, environment, recipient, subject, text, html, pictures, from_name, reply_to, kept, held_back, created_at)
      values (${mail.kind}, ${ctx.account.id}, ${ctx.environment}, ${mail.recipient}, ${oneLine(mail.subject)}, ${Buffer.from(encrypt(mail.text))},
              ${Buffer.from(encrypt(mail.html))}, ${pictures?.length ? Buffer.from(encrypt(JSON.stringify(pictures))) : null},
              ${oneLine(mail.fromName)}, ${mail.replyTo}, true, ${heldBack}, ${ctx.clock.now()}) returning id`),
  );
  if (!heldBack) await enqueue(tx, "send-mail", { mailId: id });
}

/** Names of companies appear in subjects: no line of theirs becomes a header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
