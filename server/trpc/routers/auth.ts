import { z } from "zod";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import {
  acceptInvitation,
  beginPasskeySignIn,
  findInvitation,
  isResetOpen,
  requestPasswordReset,
  resetPassword,
} from "#server/domain/people/staff/index.ts";
import { openProcedure, router } from "../trpc.ts";

const Token = z.string().max(100);
const Password = z.string().max(1_000);

/** What somebody can ask for who is not signed in. */
export const authRouter = router({
  beginPasskey: openProcedure.mutation(async ({ ctx }) => {
    await limitAttempts("sign-in", ctx.client.ip);
    return await beginPasskeySignIn(ctx);
  }),
  invitation: openProcedure.input(Token).query(async ({ ctx, input }) => {
    await limitAttempts("invitation", ctx.client.ip);
    return await findInvitation(ctx, input);
  }),
  acceptInvitation: openProcedure
    .input(z.object({ token: Token, name: z.string().trim().max(80), password: Password }))
    .mutation(async ({ ctx, input }) => {
      await limitAttempts("invitation", ctx.client.ip);
      return await acceptInvitation(ctx, input);
    }),
  requestReset: openProcedure.input(z.object({ email: z.email().max(254) })).mutation(async ({ ctx, input }) => {
    await limitAttempts("recovery", ctx.client.ip);
    await requestPasswordReset(ctx, input.email);
  }),
  isResetOpen: openProcedure.input(Token).query(async ({ ctx, input }) => await isResetOpen(ctx, input)),
  resetPassword: openProcedure
    .input(z.object({ token: Token, password: Password }))
    .mutation(async ({ ctx, input }) => {
      await limitAttempts("recovery", ctx.client.ip);
      const { deviceToken } = await resetPassword(ctx, input);
      ctx.keepDevice?.(deviceToken);
    }),
});
