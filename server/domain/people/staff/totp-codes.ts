import { Secret, TOTP } from "otpauth";
import type { Ctx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { SECOND } from "#server/kernel/time.ts";

const PERIOD_S = 30;
/** Clocks may differ by one period in either direction. */
const WINDOW = 1;

export const totpGenerator = (secret: string, label = "") =>
  new TOTP({ issuer: "Reseller eSIM Service", label, secret: Secret.fromBase32(secret), period: PERIOD_S, digits: 6 });

/** True when the code is right and newer than the last one that was accepted. Of two at the same time one passes. */
export async function consumeTotp(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const held = await ctx.db.prisma.totp.findUnique({ where: { userId } });
  if (!held) return false;
  const timestamp = ctx.clock.now().getTime();
  const delta = totpGenerator(decrypt(held.secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / (PERIOD_S * SECOND)) + delta;
  const { count } = await ctx.db.prisma.totp.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}
