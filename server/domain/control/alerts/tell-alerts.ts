import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { after, HOUR, inWords, MINUTE, recordTime } from "#server/kernel/time.ts";
import { type AlertSettings, listPeople } from "./alert-settings.ts";
import { quietUntil } from "./quiet-hours.ts";

export type OpenAlert = {
  id: number;
  cause: string;
  critical: boolean;
  text: string;
  runbook: string;
  raisedAt: Date;
  steps: number;
  told: string[];
};

/** What is critical and nobody has acknowledged is said again, to all. */
const AGAIN_AFTER = HOUR;

/** Tells the next people of every alert that is due; what can wait waits for the end of the quiet hours. */
export async function tellDue(tx: Transaction, ctx: Ctx, settings: AlertSettings): Promise<void> {
  const now = ctx.clock.now();
  const due = await tx.query<OpenAlert>(sql`
    select id, cause, critical, text, runbook, raised_at, steps, told from service_alerts
     where closed_at is null and acknowledged_at is null and next_at <= ${now} order by id`);
  if (due.length === 0) return;
  const people = await listPeople(tx);
  const quiet = quietUntil(now, settings);
  for (const alert of due) {
    if (quiet && !alert.critical) {
      await tx.prisma.serviceAlert.update({ where: { id: alert.id }, data: { nextAt: quiet } });
      continue;
    }
    const { recipients, isLast } = nextPeople(alert, settings.onCall, people);
    const wait = isLast ? (alert.critical ? AGAIN_AFTER : null) : settings.escalateMinutes * MINUTE;
    await tx.prisma.serviceAlert.update({
      where: { id: alert.id },
      data: {
        steps: { increment: 1 },
        told: [...new Set([...alert.told, ...recipients])],
        nextAt: wait === null ? null : after(now, paced(wait)),
      },
    });
    await send(tx, ctx, alert, recipients, beginningOf(alert, now));
  }
}

/** One after the other, then all. Who left since is nobody's turn. */
function nextPeople({ steps }: OpenAlert, onCall: string[], people: string[]) {
  const chain = onCall.filter((email) => people.includes(email));
  const next = chain[steps];
  return next === undefined ? { recipients: people, isLast: true } : { recipients: [next], isLast: false };
}

const beginningOf = ({ steps, raisedAt }: OpenAlert, now: Date): string =>
  steps === 0
    ? `Raised at ${recordTime(now)} UTC.`
    : `Nobody has acknowledged this for ${inWords(now.getTime() - raisedAt.getTime())}.`;

/** All is well again: whoever was told hears of it. */
export async function tellWell(tx: Transaction, ctx: Ctx, closed: OpenAlert[]): Promise<void> {
  for (const alert of closed) {
    if (alert.steps === 0) continue;
    const lasted = inWords(ctx.clock.now().getTime() - alert.raisedAt.getTime());
    await send(tx, ctx, alert, alert.told, `Well again, after ${lasted}. Nothing has to be done.`);
  }
}

async function send(
  tx: Transaction,
  ctx: Ctx,
  { id, critical, text, runbook }: OpenAlert,
  recipients: string[],
  beginning: string,
): Promise<void> {
  const { publicUrl } = env();
  const isWell = beginning.startsWith("Well");
  const word = isWell ? "Well again" : critical ? "Critical" : "Warning";
  const alerts = `${publicUrl}/operator/alerts`;
  const help = `${publicUrl}/operator/runbooks/${runbook}`;
  const mails = recipients.map((recipient) => ({
    recipient,
    kind: "alert",
    subject: `${word}: ${text.slice(0, 150)}`,
    text: [
      beginning,
      isWell ? `It was: ${text}` : text,
      ...(isWell ? [] : [`Acknowledge it, so that nobody else is called:\n${alerts}`, `What to do:\n${help}`]),
    ].join("\n\n"),
  }));
  await queueMail(tx, ctx, ...mails);
  const links = isWell ? `<${alerts}|Alerts>` : `<${alerts}|Acknowledge> · <${help}|What to do>`;
  await queuePost(tx, ctx, id, { text: `*${word}*: ${slackText(text)}\n${slackText(beginning)} ${links}` });
}

/** The three characters that Slack reads as its own. */
const slackText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

async function queuePost(tx: Transaction, ctx: Ctx, alertId: number, body: { text: string }): Promise<void> {
  const { webhookHost } = await tx.prisma.alertSetting.findUniqueOrThrow({
    where: { id: 1 },
    select: { webhookHost: true },
  });
  if (webhookHost === null) return;
  const { id } = await tx.prisma.alertPost.create({
    data: { alertId, body: JSON.stringify(body), createdAt: ctx.clock.now() },
    select: { id: true },
  });
  await enqueue(tx, "post-alert", { postId: Number(id) });
}
