import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { limitAttempts } from "#server/auth/limit-attempts.ts";
import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginTotp,
  changePassword,
  confirmPerson,
  confirmTotp,
  disableTotp,
  endAllTrust,
  getPerson,
  listConfirmations,
  listPasskeys,
  listSessions,
  muteNotifications,
  rememberPlace,
  removePasskey,
  renamePerson,
  renewRecoveryCodes,
  revokeSessions,
} from "#server/domain/people/staff/index.ts";
import {
  ACCOUNT_NOTIFICATION_KINDS,
  ACCOUNT_NOTIFICATIONS,
  isMailed,
  isSecurity,
} from "#server/domain/record/notifications/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { confirmedPersonProcedure, factorProcedure, personProcedure, router } from "../trpc.ts";

const Password = z.string().min(1).max(1_000);
const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** How somebody shows that they are the person at the screen. */
const Proof = z.union([
  z.object({ password: Password }),
  z.object({ code: z.string().trim().min(6, "Enter the whole code.").max(20) }),
  z.object({ passkey: z.custom<AuthenticationResponseJSON>(isObject) }),
]);

/** What concerns only the person who is signed in. */
export const personRouter = router({
  confirmations: personProcedure.query(({ ctx }) => listConfirmations(ctx)),
  beginConfirmation: personProcedure.mutation(({ ctx }) => beginConfirmation(ctx)),
  confirm: personProcedure.input(Proof).mutation(async ({ ctx, input }) => {
    await limitAttempts("sign-in", ctx.client.ip);
    await confirmPerson(ctx, input);
  }),
  /** Before a download that is refused without it: a link cannot ask. */
  confirmed: confirmedPersonProcedure.query(() => true),
  get: personProcedure.query(({ ctx }) => getPerson(ctx)),
  /** The kinds of notices whose mails can be switched off, each with whether it is. */
  noticeKinds: personProcedure.query(async ({ ctx }) => {
    const { mutedNotices } = await getPerson(ctx);
    return ACCOUNT_NOTIFICATION_KINDS.filter((kind) => isMailed(kind) && !isSecurity(kind)).map((kind) => ({
      kind,
      label: ACCOUNT_NOTIFICATIONS[kind].label,
      permission: ACCOUNT_NOTIFICATIONS[kind].act,
      muted: mutedNotices.includes(kind),
    }));
  }),
  muteNotifications: personProcedure
    .input(z.object({ kind: z.enum(ACCOUNT_NOTIFICATION_KINDS), muted: z.boolean() }))
    .mutation(({ ctx, input }) => muteNotifications(ctx, input.kind, input.muted)),
  rename: personProcedure
    .input(z.object({ name: z.string().trim().min(1).max(80) }))
    .mutation(({ ctx, input }) => renamePerson(ctx, input.name)),
  changePassword: personProcedure
    .input(z.object({ currentPassword: Password, password: Password }))
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  beginTotp: factorProcedure.mutation(({ ctx }) => beginTotp(ctx)),
  confirmTotp: factorProcedure
    .input(z.object({ code: z.string().max(20) }))
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.code)),
  /** A code is asked for again in every browser. */
  endTrust: personProcedure.mutation(({ ctx }) => endAllTrust(ctx)),
  disableTotp: factorProcedure.mutation(({ ctx }) => disableTotp(ctx)),
  renewRecoveryCodes: factorProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  passkeys: personProcedure.query(({ ctx }) => listPasskeys(ctx)),
  beginPasskey: factorProcedure.mutation(({ ctx }) => beginPasskey(ctx)),
  addPasskey: factorProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(60),
        response: z.custom<RegistrationResponseJSON>(isObject),
      }),
    )
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  removePasskey: factorProcedure
    .input(z.object({ id: z.string().max(500) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),
  sessions: personProcedure.query(({ ctx }) => listSessions(ctx)),
  revokeSession: personProcedure
    .input(z.object({ id: z.string().regex(/^[0-9A-Za-z]{8}$/) }))
    .mutation(({ ctx, input }) => revokeSessions(ctx, input)),
  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeSessions(ctx, "others")),
  switchAccount: personProcedure.input(z.object({ code: z.string().max(20) })).mutation(async ({ ctx, input }) => {
    const chosen = ctx.person.memberships.find(({ code }) => code === input.code);
    if (!chosen) return fail("resource_not_found", "You are not on the team of this account.");
    await rememberPlace(ctx, { lastAccountId: chosen.accountId });
  }),
});
