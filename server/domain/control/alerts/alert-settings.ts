import { postToAddress, requireAddress } from "#server/domain/messaging/webhooks/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt, encrypt } from "#server/kernel/crypto.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { QuietHours } from "./quiet-hours.ts";

export type AlertSettings = QuietHours & {
  /** Who is told first, second …; nobody: everybody is told at once. */
  onCall: string[];
  /** The whole address is told to nobody: it is a secret. */
  webhookHost: string | null;
  unsettledMinutes: number;
  escalateMinutes: number;
  changedBy: string;
  changedAt: Date;
};

const SHOWN = {
  onCall: true,
  webhookHost: true,
  quietFrom: true,
  quietUntil: true,
  timeZone: true,
  unsettledMinutes: true,
  escalateMinutes: true,
  changedBy: true,
  changedAt: true,
} as const;

export const readSettings = (db: Transaction): Promise<AlertSettings> =>
  db.prisma.alertSetting.findUniqueOrThrow({ where: { id: 1 }, select: SHOWN });

/** Where messages are posted to; null when nowhere. */
export async function readWebhook(db: Transaction): Promise<string | null> {
  const { webhookUrl } = await db.prisma.alertSetting.findUniqueOrThrow({
    where: { id: 1 },
    select: { webhookUrl: true },
  });
  return webhookUrl && decrypt(webhookUrl);
}

/** Who is called how, and the people who can be. */
export async function getAlertSettings(ctx: Ctx): Promise<{ settings: AlertSettings; people: string[] }> {
  requireOperator(ctx, "platform:read");
  const [settings, people] = await Promise.all([readSettings(ctx.db), listPeople(ctx.db)]);
  return { settings, people };
}

/** Everybody who works here. */
export async function listPeople(db: Transaction): Promise<string[]> {
  const people = await db.prisma.user.findMany({
    where: { isOperator: true, operatorRole: { not: null } },
    select: { email: true },
    orderBy: { id: "asc" },
  });
  return people.map(({ email }) => email);
}

type Changes = Pick<
  AlertSettings,
  "onCall" | "quietFrom" | "quietUntil" | "timeZone" | "unsettledMinutes" | "escalateMinutes"
> & {
  /** Another address; null takes it away, undefined leaves it. */
  webhookUrl?: string | null;
};

/** In force for the next alert. The address is held against the same rules as a reseller's endpoint, now and at each message. */
export async function changeAlertSettings(ctx: Ctx, { webhookUrl, ...changes }: Changes): Promise<void> {
  requireOperator(ctx, "alerts:manage");
  const { quietFrom, quietUntil, timeZone, onCall } = changes;
  if ((quietFrom === null) !== (quietUntil === null))
    fail("validation_error", "Quiet hours have a beginning and an end.", { field: "quietUntil" });
  if (!isTimeZone(timeZone))
    fail("validation_error", `"${timeZone}" is no time zone. Write it like Europe/Berlin.`, { field: "timeZone" });
  const people = new Set(await listPeople(ctx.db));
  const stranger = onCall.find((email) => !people.has(email));
  if (stranger) fail("validation_error", `${stranger} does not work here.`, { field: "onCall" });
  const address = webhookUrl ? await requireAddress(webhookUrl) : null;
  const webhook =
    webhookUrl === undefined
      ? {}
      : address
        ? { webhookUrl: encrypt(address.href), webhookHost: address.host }
        : { webhookUrl: null, webhookHost: null };
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.alertSetting.update({
      where: { id: 1 },
      data: { ...changes, ...webhook, changedBy: ctx.actor.name, changedAt: ctx.clock.now() },
    });
    const details = { ...changes, ...(webhookUrl !== undefined && { webhookHost: address?.host ?? null }) };
    await recordAudit(tx, ctx, { act: "alert.settings", subject: "alerts", details });
  });
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
}

/** Posts a message that says what it is, and tells what came back; null when it was taken. */
export async function testAlertWebhook(ctx: Ctx): Promise<{ error: string | null }> {
  requireOperator(ctx, "alerts:manage");
  const url = await readWebhook(ctx.db);
  if (!url) return fail("conflict", "No webhook address is set.");
  const { error } = await postMessage(url, {
    text: `This is a test, sent by ${ctx.actor.name}. Alerts will look like this.`,
  });
  return { error };
}

/** What Slack and those who speak like it take. */
export const postMessage = (url: string, body: object | string) =>
  postToAddress({
    endpointId: 0,
    url,
    headers: { "content-type": "application/json", "user-agent": "reseller-esim-service/1" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
