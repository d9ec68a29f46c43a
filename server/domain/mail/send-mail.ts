import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { once } from "#server/kernel/once.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";

type Letter = { id: number; kind: string; from: string; to: string; subject: string; text: string; date: Date };

const GIVE_UP_AFTER = 24 * HOUR;

/** Sends one mail, once it is known to be unsent. Throws when it was not taken: the engine tries again, then the sweeper. */
export async function sendMail(ctx: Ctx, mailId: number): Promise<void> {
  const mail = await ctx.db.prisma.mail.findUnique({ where: { id: mailId } });
  if (!mail?.text || mail.sentAt) return;
  const { id, kind, recipient: to, subject } = mail;
  const date = ctx.clock.now();
  const letter = { id: Number(id), kind, from: sender(), to, subject, text: decrypt(mail.text), date };
  try {
    await (env().smtpUrl ? post(env().smtpUrl!, letter) : keep(letter));
  } catch (error) {
    const lastError = (error as Error).message.slice(0, 500);
    await ctx.db.prisma.mail.update({ where: { id }, data: { attempts: { increment: 1 }, lastError } });
    throw error;
  }
  await ctx.db.prisma.mail.update({ where: { id }, data: { sentAt: date, text: null, attempts: { increment: 1 } } });
}

const sender = () => `"Reseller eSIM Service" <no-reply@${new URL(env().publicUrl).hostname}>`;

async function post(url: string, { from, to, subject, text, date }: Letter): Promise<void> {
  const transport = once("smtp", () => createTransport(url));
  await transport.sendMail({ from, to, subject, text, date });
}

/** Without a mail server, mails are files that a mail program can open. */
function keep({ id, kind, from, to, subject, text, date }: Letter): void {
  const folder = join(env().dataDir, "mail");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const headers = [
    `Date: ${date.toUTCString()}`,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  writeFileSync(join(folder, `${id}-${kind}.eml`), `${headers.join("\n")}\n\n${text}\n`, { mode: 0o600 });
}

/** Finds mails whose job died, and lets them be sent; what could not be sent for a day is given up. Returns how many. */
export async function sweepMails(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db.query<{ id: number }>(sql`
    with stalled as (
      select id from mails
       where sent_at is null and text is not null and created_at < ${after(now, -5 * MINUTE)} and created_at > ${after(now, -GIVE_UP_AFTER)}
       order by id limit 200
    )
    insert into outbox_jobs (job, key, payload)
    select 'send-mail', 'send-mail:' || id, jsonb_build_object('mailId', id) from stalled
    on conflict (key) do nothing returning id`);
  await ctx.db.query(sql`
    update mails set text = null where sent_at is null and text is not null and created_at <= ${after(now, -GIVE_UP_AFTER)}`);
  return rows.length;
}
