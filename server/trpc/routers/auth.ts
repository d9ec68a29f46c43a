import { z } from "zod";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import { readSignUp, readTerms } from "#server/domain/people/onboarding/index.ts";
import {
  acceptInvitation,
  beginPasskeySignIn,
  completeSignUp,
  findInvitation,
  findSignUp,
  isResetOpen,
  requestPasswordReset,
  requestSignUp,
  resetPassword,
} from "#server/domain/people/staff/index.ts";
import { CURRENCIES, LONGEST_NAME } from "#server/domain/reseller/accounts/index.ts";
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
  /** Whether resellers can sign up by themselves. */
  signUpState: openProcedure.query(({ ctx }) => readSignUp(ctx.db)),
  terms: openProcedure.input(z.number().int().min(1).optional()).query(async ({ ctx, input }) => {
    const terms = await readTerms(ctx.db, input);
    return terms && { version: terms.version, text: terms.text, publishedAt: terms.publishedAt };
  }),
  requestSignUp: openProcedure
    .input(
      z.object({
        email: z.email("Enter an e-mail address such as name@example.com.").max(254),
        companyName: z.string().trim().min(1).max(LONGEST_NAME),
        currency: z.enum(CURRENCIES),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await limitAttempts("sign-up", ctx.client.ip);
      await requestSignUp(ctx, input);
    }),
  signUp: openProcedure.input(Token).query(async ({ ctx, input }) => {
    await limitAttempts("invitation", ctx.client.ip);
    return await findSignUp(ctx, input);
  }),
  completeSignUp: openProcedure
    .input(
      z.object({ token: Token, name: z.string().trim().max(80), password: Password, terms: z.number().int().min(1) }),
    )
    .mutation(async ({ ctx, input }) => {
      await limitAttempts("invitation", ctx.client.ip);
      return await completeSignUp(ctx, input);
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
