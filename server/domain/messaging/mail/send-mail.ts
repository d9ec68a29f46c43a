import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Mail from "nodemailer/lib/mailer/index.js";
import type { MailModel } from "#generated/prisma/models.ts";
import { findSigner, type Signer } from "#server/domain/messaging/sender/index.ts";
import { findPicture } from "#server/domain/reseller/pictures/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { drawMailLogo } from "./mail-logo.ts";
import type { StoredPicture } from "./queue-brand-mail.ts";

type Letter = { id: number; kind: string; message: Mail.Options };

const GIVE_UP_AFTER = 24 * HOUR;
/** How long mails of a storefront can be read in the outbox. */
const KEPT_FOR = 30 * DAY;

/** Sends one mail, once it is known to be unsent. Throws when it was not taken: the engine tries again, then the sweeper. */
export async function sendMail(ctx: Ctx, mailId: number): Promise<void> {
  const mail = await ctx.db.prisma.mail.findUnique({ where: { id: mailId } });
  if (!mail?.text || mail.sentAt || mail.heldBack) return;
  const { id, kind } = mail;
  const date = ctx.clock.now();
  const letter = { id: Number(id), kind, message: await compose(ctx, mail, date) };
  try {
    await (env().smtpUrl ? post(env().smtpUrl!, letter) : keep(letter));
  } catch (error) {
    const lastError = (error as Error).message.slice(0, 500);
    await ctx.db.prisma.mail.update({ where: { id }, data: { attempts: { increment: 1 }, lastError } });
    throw error;
  }
  const wiped = mail.kept ? {} : { text: null };
  await ctx.db.prisma.mail.update({ where: { id }, data: { sentAt: date, ...wiped, attempts: { increment: 1 } } });
}

/** From the platform, or from the brand whose mail it is. */
async function compose(ctx: Ctx, mail: MailModel, date: Date): Promise<Mail.Options> {
  const { recipient, subject, text, html, pictures, fromName, replyTo } = mail;
  const shown = pictures ? (JSON.parse(decrypt(pictures)) as StoredPicture[]) : [];
  const ours = `no-reply@${new URL(env().publicUrl).hostname}`;
  // A test shop writes to its own team only, from us.
  const signer = fromName && mail.environment === "live" ? await findSigner(ctx.db, mail.accountId!) : null;
  const { address = ours, ...dkim } = signer ?? {};
  return {
    from: { name: fromName ?? "Reseller eSIM Service", address },
    // Signed for the reseller's domain; what cannot be delivered comes back to ours, whose SPF record knows our servers.
    ...(signer && { dkim: dkim as Omit<Signer, "address">, envelope: { from: ours, to: recipient } }),
    // As fields, never as text that would be read for lists, names and comments.
    to: { name: "", address: recipient },
    subject,
    text: decrypt(text!),
    date,
    ...(replyTo && { replyTo: { name: fromName ?? "", address: replyTo } }),
    ...(html && { html: decrypt(html) }),
    ...(shown.length > 0 && {
      attachments: (await Promise.all(shown.map((picture) => attach(ctx, picture)))).filter((one) => one !== null),
    }),
  };
}

/** A logo that is gone meanwhile is left out: the brand's name stands in its place. */
async function attach(ctx: Ctx, picture: StoredPicture) {
  const stored = "logo" in picture ? await findPicture(ctx.db, picture.logo) : Buffer.from(picture.png, "base64");
  if (!stored) return null;
  const content = "logo" in picture ? await drawMailLogo(stored) : stored;
  const { cid } = picture;
  return { cid, filename: `${cid}.png`, content, contentDisposition: "inline" as const };
}

async function post(url: string, { message }: Letter): Promise<void> {
  const { createTransport } = await import("nodemailer");
  await processSingleton("smtp", () => createTransport(url)).sendMail(message);
}

/** Without a mail server, mails are files that a mail program can open. */
async function keep({ id, kind, message }: Letter): Promise<void> {
  const folder = join(env().dataDir, "mail");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = message.html
    ? await composed(message)
    : plainMessage(message as Mail.Options & { from: Mail.Address; to: Mail.Address; date: Date });
  writeFileSync(join(folder, `${id}-${kind}.eml`), text, { mode: 0o600 });
}

async function composed(message: Mail.Options): Promise<Buffer> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  return await new MailComposer(message).compile().build();
}

/** Readable as it stands: its links are looked for in the file. */
function plainMessage({
  date,
  from,
  to,
  subject,
  text,
}: Mail.Options & { from: Mail.Address; to: Mail.Address; date: Date }): string {
  const headers = [
    `Date: ${date.toUTCString()}`,
    `From: "${from.name}" <${from.address}>`,
    `To: ${to.address}`,
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  return `${headers.join("\n")}\n\n${text}\n`;
}

/**
 * Finds mails and notices whose job died, and lets them be sent; what could not be sent for a day is given up. Returns how
 * many mails.
 */
export async function sweepMails(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, is_reminder)
    select 'mail-notices', 'mail-notices', '{}', true
     where exists (select from notices where mailed_at is null and account_id is not null and created_at < ${after(now, -5 * MINUTE)})
    on conflict (key) do nothing`);
  const rows = await ctx.db.query<{ id: number }>(sql`
    with stalled as (
      select id from mails
       where sent_at is null and not held_back and text is not null and created_at < ${after(now, -5 * MINUTE)} and created_at > ${after(now, -GIVE_UP_AFTER)}
         and not exists (select from outbox_jobs j where j.key = 'send-mail:' || mails.id)
       order by id limit 200
    )
    insert into outbox_jobs (job, key, payload, is_reminder)
    select 'send-mail', 'send-mail:' || id, jsonb_build_object('mailId', id), true from stalled
    on conflict (key) do nothing returning id`);
  await ctx.db.prisma.mail.updateMany({
    where: { sentAt: null, heldBack: false, text: { not: null }, createdAt: { lte: after(now, -GIVE_UP_AFTER) } },
    data: { text: null },
  });
  await ctx.db.prisma.mail.updateMany({
    where: { kept: true, text: { not: null }, createdAt: { lt: after(now, -KEPT_FOR) } },
    data: { text: null, html: null, pictures: null },
  });
  return rows.length;
}
