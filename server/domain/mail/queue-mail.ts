import type { Prisma } from "#generated/prisma/client.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";

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

/** Names of companies and people appear in subjects: no line of theirs becomes a header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
