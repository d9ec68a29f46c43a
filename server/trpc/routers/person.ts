import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { ACCOUNT_NOTICE_KINDS, ACCOUNT_NOTICES, isMailed } from "#server/domain/notices/index.ts";
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  changePassword,
  confirmTotp,
  disableTotp,
  getPerson,
  listPasskeys,
  listSessions,
  muteNotices,
  rememberPlace,
  removePasskey,
  renamePerson,
  renewRecoveryCodes,
  revokeSessions,
} from "#server/domain/staff/index.ts";
import { fail } from "#server/kernel/errors.ts";
import { enterAsPerson } from "../context.ts";
import { openProcedure, personProcedure, router } from "../trpc.ts";

const Password = z.string().min(1).max(1_000);

/** What concerns only the person who is signed in. */
export const personRouter = router({
  get: personProcedure.query(({ ctx }) => getPerson(ctx)),
  /** The kinds of notices that are mailed, each with whether it is switched off. */
  noticeKinds: personProcedure.query(async ({ ctx }) => {
    const { mutedNotices } = await getPerson(ctx);
    return ACCOUNT_NOTICE_KINDS.filter(isMailed).map((kind) => ({
      kind,
      label: ACCOUNT_NOTICES[kind].label,
      permission: ACCOUNT_NOTICES[kind].act,
      muted: mutedNotices.includes(kind),
    }));
  }),
  muteNotices: personProcedure
    .input(z.object({ kind: z.enum(ACCOUNT_NOTICE_KINDS), muted: z.boolean() }))
    .mutation(({ ctx, input }) => muteNotices(ctx, input.kind, input.muted)),
  rename: personProcedure
    .input(z.object({ name: z.string().trim().min(1).max(80) }))
    .mutation(({ ctx, input }) => renamePerson(ctx, input.name)),
  changePassword: personProcedure
    .input(z.object({ currentPassword: Password, password: Password }))
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  beginTotp: personProcedure
    .input(z.object({ currentPassword: Password }))
    .mutation(({ ctx, input }) => beginTotp(ctx, input.currentPassword)),
  confirmTotp: personProcedure
    .input(z.object({ code: z.string().max(20) }))
    .mutation(({ ctx, input }) => confirmTotp(ctx, input.code)),
  disableTotp: personProcedure
    .input(z.object({ currentPassword: Password }))
    .mutation(({ ctx, input }) => disableTotp(ctx, input.currentPassword)),
  renewRecoveryCodes: personProcedure
    .input(z.object({ currentPassword: Password }))
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input.currentPassword)),
  passkeys: personProcedure.query(({ ctx }) => listPasskeys(ctx)),
  beginPasskey: personProcedure
    .input(z.object({ currentPassword: Password }))
    .mutation(({ ctx, input }) => beginPasskey(ctx, input.currentPassword)),
  addPasskey: personProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(60),
        response: z.custom<RegistrationResponseJSON>((value) => typeof value === "object" && value !== null),
      }),
    )
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  removePasskey: personProcedure
    .input(z.object({ id: z.string().max(500) }))
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),
  sessions: personProcedure.query(({ ctx }) => listSessions(ctx)),
  revokeSession: personProcedure
    .input(z.object({ id: z.string().length(8) }))
    .mutation(({ ctx, input }) => revokeSessions(ctx, input)),
  revokeOtherSessions: personProcedure.mutation(({ ctx }) => revokeSessions(ctx, "others")),
  switchAccount: openProcedure.input(z.object({ code: z.string().max(20) })).mutation(async ({ ctx, input }) => {
    const personal = enterAsPerson(ctx);
    const chosen = ctx.person!.memberships.find(({ code }) => code === input.code);
    if (!chosen) return fail("resource_not_found", "You are not on the team of this account.");
    await rememberPlace(personal, { lastAccountId: chosen.accountId });
  }),
});
