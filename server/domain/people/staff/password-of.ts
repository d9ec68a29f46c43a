import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { forgetAttempts, reserveAttempt } from "./attempts.ts";
import { isPassword } from "./password.ts";

/** Whoever has a sign-in shows that it is theirs before it is put on a team, counted like every guess. */
export async function requireOwnPassword(
  ctx: Ctx,
  { email, passwordHash }: { email: string; passwordHash: string },
  password: string,
): Promise<void> {
  const attempt = await reserveAttempt(ctx, email, "Sign-in for this address");
  if (!(await isPassword(passwordHash, password)))
    fail("validation_error", "This is not the password of your sign-in.", { field: "password" });
  await forgetAttempts(ctx, attempt);
}
