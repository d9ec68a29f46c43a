import { z } from "zod";
import { listAudit } from "#server/domain/audit/index.ts";
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
} from "#server/domain/staff/index.ts";
import { PERMISSIONS, ROLES } from "#server/kernel/permissions.ts";
import { AuditFilters, cursor } from "../filters.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

const GivenRole = z.enum(["admin", "developer", "finance", "support", "viewer"]);
const UserId = z.object({ userId: z.number().int().positive() });
const InvitationId = z.object({ id: z.number().int().positive() });

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
  invite: staffProcedure
    .input(z.object({ email: z.email("Enter an e-mail address such as name@example.com.").max(254), role: GivenRole }))
    .mutation(({ ctx, input }) => inviteMember(ctx, input)),
  resend: staffProcedure.input(InvitationId).mutation(({ ctx, input }) => resendInvitation(ctx, input.id)),
  revoke: staffProcedure.input(InvitationId).mutation(({ ctx, input }) => revokeInvitation(ctx, input.id)),
  changeRole: staffProcedure
    .input(UserId.extend({ role: GivenRole }))
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  remove: staffProcedure.input(UserId).mutation(({ ctx, input }) => removeMember(ctx, input.userId)),
  endSessions: confirmedStaffProcedure.input(UserId).mutation(({ ctx, input }) => endMemberSessions(ctx, input.userId)),
  transfer: confirmedStaffProcedure.input(UserId).mutation(({ ctx, input }) => transferOwnership(ctx, input.userId)),
  audit: staffProcedure
    .input(AuditFilters.extend({ before: cursor() }))
    .query(({ ctx, input: { before, ...filter } }) => listAudit(ctx, { ...filter, limit: 50, beforeId: before })),
});
