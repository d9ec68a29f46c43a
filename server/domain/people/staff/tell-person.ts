import type { Prisma } from "#generated/prisma/client.ts";
import { queueMail } from "#server/domain/messaging/mail/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { recordTime } from "#server/kernel/time.ts";
import { auditPerson } from "./person.ts";

/** What somebody is always told of by mail about their own sign-in: nobody can switch it off, an intruder neither. */
const FACTS = {
  "password.change": "Your password was changed",
  "password.reset": "Your password was reset",
  "totp.enable": "An authenticator app was added",
  "totp.disable": "Your authenticator app was removed",
  "passkey.add": "A passkey was added",
  "passkey.remove": "A passkey was removed",
  "recovery_codes.renew": "Your recovery codes were renewed",
  "device.new": "Somebody signed in from a new device",
  "session.end": "Your sessions were ended",
} as const;

type Fact = {
  act: keyof typeof FACTS;
  /** Whose sign-in it is. */
  email: string;
  /** A sentence or two. */
  text: string;
  details?: Prisma.InputJsonObject;
};

/** Puts it on record and tells the person, beside the change. */
export async function tellPerson(
  tx: Transaction,
  ctx: Ctx,
  userId: number,
  { act, email, text, details }: Fact,
): Promise<void> {
  await auditPerson(tx, ctx, userId, { act, subject: email, details });
  await queueMail(tx, ctx, {
    kind: `security-${act.replace(/[._]/g, "-")}`,
    recipient: email,
    subject: FACTS[act],
    text: `${text}

When: ${recordTime(ctx.clock.now())} UTC
Your sign-in: ${email}

If you know of it, you need not do anything. If you do not, choose a new password now, which ends every session:
${env().publicUrl}/recovery

Then look through your passkeys and your authenticator app, and tell somebody who runs your team.`,
  });
}
