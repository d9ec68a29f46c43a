import type { Ctx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";

export type NewMail = {
  /** What the mail is, such as `invitation`. */
  kind: string;
  accountId?: number;
  recipient: string;
  subject: string;
  text: string;
};

/** What only a brand's mail to a traveller has. */
export type BrandParts = {
  environment: string;
  checkoutId: number | null;
  html: string;
  /** The pictures as JSON. */
  pictures: string | null;
  fromName: string;
  replyTo: string;
  /** It stays readable in the outbox. */
  kept: true;
  /** It is written for the outbox alone. */
  heldBack: boolean;
};

export type QueuedMail = { id: number; heldBack: boolean };

/** Writes the mails and the jobs that send them beside the change that made them necessary. Nothing is sent in a request. */
export async function queueMail(
  tx: Transaction,
  ctx: Ctx,
  ...mails: (NewMail & Partial<BrandParts>)[]
): Promise<QueuedMail[]> {
  if (mails.length === 0) return [];
  const queued = await tx.prisma.mail.createManyAndReturn({
    data: mails.map(({ subject, text, html, pictures, fromName, ...mail }) => ({
      ...mail,
      subject: oneLine(subject),
      text: encrypt(text),
      ...(html !== undefined && { html: encrypt(html) }),
      ...(pictures && { pictures: encrypt(pictures) }),
      ...(fromName !== undefined && { fromName: oneLine(fromName) }),
      createdAt: ctx.clock.now(),
    })),
    select: { id: true, heldBack: true },
  });
  await tx.prisma.outboxJob.createMany({
    data: queued
      .filter(({ heldBack }) => !heldBack)
      .map(({ id }) => ({ job: "send-mail", key: `send-mail:${id}`, payload: { mailId: Number(id) } })),
  });
  return queued.map(({ id, heldBack }) => ({ id: Number(id), heldBack }));
}

/** Names of companies and people appear in subjects: no line of theirs becomes a header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
