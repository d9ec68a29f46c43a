import type { Metadata } from "next";
import { NotYourRole } from "#components/operator/not-your-role.tsx";
import { InviteOperator } from "#components/operator/operators/invite-operator.tsx";
import { OperatorInvitations } from "#components/operator/operators/operator-invitations.tsx";
import { OperatorTable } from "#components/operator/operators/operator-table.tsx";
import { RoleMatrix } from "#components/portal/team/role-matrix.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Operators" };

export default async function OperatorsPage() {
  const { api, may, viewer } = await openOperator();
  if (!may("operators:manage")) return <NotYourRole title="Operators" role={viewer.role} />;
  const [{ operators, invitations }, { roles, matrix }] = await Promise.all([
    api.operators.list(),
    api.operators.roles(),
  ]);
  return (
    <>
      <PageHeader title="Operators" action={<InviteOperator />}>
        Who works for the platform and what each person may do. New operators cannot approve anything in their first
        seven days.
      </PageHeader>
      <OperatorTable operators={operators} />
      {invitations.length > 0 && <OperatorInvitations invitations={invitations} />}
      <section aria-labelledby="roles" className="grid gap-3">
        <h2 id="roles" className="font-semibold text-sm">
          Roles
        </h2>
        <RoleMatrix roles={roles} matrix={matrix} />
      </section>
    </>
  );
}
