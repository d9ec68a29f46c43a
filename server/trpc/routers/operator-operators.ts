import { z } from "zod";
import {
  changeOperatorRole,
  inviteOperator,
  listOperatorInvitations,
  listOperators,
  revokeOperatorInvitation,
} from "#server/domain/people/staff/index.ts";
import { OPERATOR_PERMISSIONS } from "#server/kernel/operator-permissions.ts";
import { OPERATOR_ROLE_NAMES, OPERATOR_ROLES, type OperatorRole } from "#server/kernel/roles.ts";
import { recordId } from "../filters.ts";
import { confirmedOperatorProcedure, operatorProcedure, router } from "../trpc.ts";

const RoleName = z.enum(OPERATOR_ROLE_NAMES as [OperatorRole, ...OperatorRole[]]);

const MATRIX = Object.entries(OPERATOR_PERMISSIONS).map(([code, { area, label, roles }]) => ({
  code,
  area,
  label,
  roles: [...roles] as string[],
}));

export const operatorOperatorsRouter = router({
  list: operatorProcedure.query(async ({ ctx }) => {
    const [operators, invitations] = await Promise.all([listOperators(ctx), listOperatorInvitations(ctx)]);
    return {
      operators: operators.map((operator) => ({ ...operator, isSelf: operator.email === ctx.actor.name })),
      invitations,
    };
  }),
  roles: operatorProcedure.query(() => ({ roles: OPERATOR_ROLES, matrix: MATRIX })),
  invite: confirmedOperatorProcedure("operators:manage")
    .input(z.object({ email: z.email("Enter an e-mail address such as name@example.com.").max(254), role: RoleName }))
    .mutation(({ ctx, input }) => inviteOperator(ctx, input)),
  revoke: operatorProcedure
    .input(z.object({ id: recordId() }))
    .mutation(({ ctx, input }) => revokeOperatorInvitation(ctx, input.id)),
  /** Null: switched off. */
  changeRole: confirmedOperatorProcedure("operators:manage")
    .input(z.object({ userId: recordId(), role: RoleName.nullable() }))
    .mutation(({ ctx, input }) => changeOperatorRole(ctx, input)),
});
