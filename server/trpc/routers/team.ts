import { z } from "zod";
import {
  changeRole,
  endMemberSessions,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  transferOwnership,
} from "#server/domain/people/staff/index.ts";
import { actInWords, auditFilter, listAudit } from "#server/domain/record/audit-log/index.ts";
import { PERMISSIONS } from "#server/kernel/permissions.ts";
import { ROLES } from "#server/kernel/roles.ts";
import { listInput, recordId } from "../filters.ts";
import { confirmedStaffProcedure, router, staffList, staffProcedure } from "../trpc.ts";

const GivenRole = z.enum(["admin", "developer", "finance", "support", "viewer"]);
const UserId = z.object({ userId: recordId() });
const InvitationId = z.object({ id: recordId() });

const MATRIX = Object.entries(PERMISSIONS).map(([code, { area, label, roles }]) => ({
  code,
  area,
  label,
  roles: [...roles] as string[],
}));

export const teamRouter = router({
  members: staffProcedure.query(({ ctx }) => listMembers(ctx)),
  invitations: staffProcedure.query(({ ctx }) => listInvitations(ctx)),
  roles: staffProcedure.query(() => ({ roles: ROLES, matrix: MATRIX })),
  invite: confirmedStaffProcedure("team:manage")
    .input(z.object({ email: z.email("Enter an e-mail address such as name@example.com.").max(254), role: GivenRole }))
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  resend: confirmedStaffProcedure("team:manage")
    .input(InvitationId)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input.id)),
  revoke: staffProcedure.input(InvitationId).mutation(({ ctx, input }) => revokeInvitation(ctx, input.id)),
  changeRole: confirmedStaffProcedure("team:manage")
    .input(UserId.extend({ role: GivenRole }))
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  remove: staffProcedure.input(UserId).mutation(({ ctx, input }) => removeMember(ctx, input.userId)),
  endSessions: confirmedStaffProcedure("team:manage")
    .input(UserId)
    .mutation(({ ctx, input }) => endMemberSessions(ctx, input.userId)),
  transfer: confirmedStaffProcedure("ownership:transfer")
    .input(UserId)
    .mutation(({ ctx, input }) => transferOwnership(ctx, input.userId)),
  audit: staffList.input(listInput(auditFilter)).query(async ({ ctx, input: { before, ...filter } }) => {
    const page = await listAudit(ctx, { ...filter, limit: 50, beforeId: before });
    return { ...page, items: page.items.map((item) => ({ ...item, sentence: actInWords(item.act, item.subject) })) };
  }),
});
