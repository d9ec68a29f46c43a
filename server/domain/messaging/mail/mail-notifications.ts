import {
  ACCOUNT_NOTIFICATIONS,
  type AccountNotification,
  isMailed,
  isSecurity,
  notificationPath,
} from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import type { Role } from "#server/kernel/roles.ts";
import { type NewMail, queueMail } from "./queue-mail.ts";

type Unmailed = Pick<AccountNotification, "environment" | "kind" | "subject" | "text"> & {
  accountId: number;
  companyName: string;
  recipients: string[] | null;
};
type Member = { accountId: number | null; email: string; role: Role | null; muted: string[] };

const BATCH = 200;

/**
 * Writes the mails of notices that have none yet, one per notice and person: to the addresses that the notice names, else
 * to the members whose role lets them do something about it. Who switched the kind off gets none; what an intruder would do
 * cannot be switched off. Returns how many notices.
 */
export async function mailNotifications(ctx: Ctx): Promise<number> {
  let mailed = 0;
  for (let taken = BATCH; taken === BATCH; mailed += taken) taken = await mailBatch(ctx);
  return mailed;
}

async function mailBatch(ctx: Ctx): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const notices = await tx.query<Unmailed>(sql`
      update notices n set mailed_at = ${ctx.clock.now()} from accounts a
       where a.id = n.account_id and n.id in (
         select id from notices where mailed_at is null and account_id is not null order by id limit ${BATCH} for update skip locked)
      returning n.account_id, a.company_name, n.environment, n.kind, n.subject, n.text, n.recipients`);
    const members = await listMembers(tx, notices);
    await queueMail(
      tx,
      ctx,
      ...notices.flatMap((notice) => addressesOf(notice, members).map((recipient) => compose(notice, recipient))),
    );
    return notices.length;
  });
}

/** The teams of the accounts, and whoever else has a sign-in under an address that a notice names. */
async function listMembers(tx: Transaction, notices: Unmailed[]): Promise<Member[]> {
  const accounts = [...new Set(notices.map(({ accountId }) => accountId))];
  const named = [...new Set(notices.flatMap(({ recipients }) => recipients ?? []))].map((email) => email.toLowerCase());
  return await tx.query<Member>(sql`
    select m.account_id, u.email, m.role, u.muted_notices as muted
      from users u left join memberships m on m.user_id = u.id and m.account_id = any(${accounts}::int[])
     where m.user_id is not null or u.email = any(${named}::text[]) order by u.id`);
}

function addressesOf({ accountId, kind, recipients }: Unmailed, members: Member[]): string[] {
  if (!isMailed(kind)) return [];
  if (isSecurity(kind)) return recipients ?? [];
  const muted = new Set(members.filter((member) => member.muted.includes(kind)).map(({ email }) => email));
  const able = members.filter(
    (member) =>
      member.accountId === accountId && member.role && isAllowed(member.role, ACCOUNT_NOTIFICATIONS[kind].act),
  );
  return [...new Set(recipients ?? able.map(({ email }) => email))].filter((email) => !muted.has(email.toLowerCase()));
}

function compose(notice: Unmailed, recipient: string): NewMail {
  const { accountId, companyName, environment, kind, text } = notice;
  const { publicUrl } = env();
  const where = environment === "test" ? `${companyName}, test environment` : companyName;
  return {
    kind: `notice-${kind.replace(/[._]/g, "-")}`,
    accountId,
    recipient,
    subject: `${ACCOUNT_NOTIFICATIONS[kind].label}: ${where}`,
    text: [
      `${where}:`,
      text,
      publicUrl + notificationPath(kind, notice),
      isSecurity(kind)
        ? `You get this mail because it concerns who can use the account; it cannot be switched off. If nobody of you did this, choose a new password now: ${publicUrl}/recovery`
        : `You get one mail each time this happens. Which kinds are mailed to you is set under ${publicUrl}/${environment ?? "live"}/you`,
    ].join("\n\n"),
  };
}
