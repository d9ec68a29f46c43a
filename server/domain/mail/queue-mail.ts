import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { storableJson } from "#server/kernel/storable.ts";

export type NewMail = {
  /** What the mail is, such as `invitation`. */
  kind: string;
  accountId?: number;
  recipient: string;
  subject: string;
  text: string;
};

/** Writes the mail and the job that sends it beside the change that made it necessary. Nothing is sent in a request. */
export async function queueMail(tx: Prisma.TransactionClient, ctx: Ctx, mail: NewMail): Promise<void> {
  const { id } = await tx.mail.create({
    data: { ...mail, subject: oneLine(mail.subject), text: encrypt(mail.text), createdAt: ctx.clock.now() },
  });
  await tx.outboxJob.create({ data: { job: "send-mail", payload: { mailId: Number(id) } } });
}

/** Several mails and their jobs, beside a change that is made of plain statements. */
export async function queueMails(tx: Queryable, ctx: Ctx, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({
    ...mail,
    subject: oneLine(mail.subject),
    text: Buffer.from(encrypt(mail.text)).toString("hex"),
  }));
  await tx.query(sql`
    with made as (
      insert into mails (kind, account_id, recipient, subject, text, created_at)
      select kind, "accountId", recipient, subject, decode(text, 'hex'), ${ctx.clock.now()}
        from jsonb_to_recordset(${storableJson(rows)}::jsonb)
          as x(kind text, "accountId" int, recipient text, subject text, text text)
      returning id)
    insert into outbox_jobs (job, payload) select 'send-mail', jsonb_build_object('mailId', id) from made`);
}

/** Names of companies and people appear in subjects: no line of theirs becomes a header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
