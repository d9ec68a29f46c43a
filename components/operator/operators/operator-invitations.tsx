"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

type Invitation = Outputs["operator"]["operators"]["list"]["invitations"][number];

const COLUMNS: Column<Invitation>[] = [
  { header: "E-mail", main: true, cell: ({ email }) => <span className="break-all">{email}</span> },
  { header: "Role", cell: ({ role }) => <span className="capitalize">{role}</span> },
  { header: "Invited by", cell: ({ invitedBy }) => <span className="break-all">{invitedBy}</span> },
  { header: "Sent", cell: ({ sentAt }) => <Time at={sentAt} /> },
  {
    header: "Status",
    cell: ({ expiresAt }) =>
      expiresAt.getTime() > Date.now() ? <Badge tone="wait">Waiting</Badge> : <Badge tone="final">Expired</Badge>,
  },
  { header: "Actions", quiet: true, cell: (invitation) => <Withdraw invitation={invitation} /> },
];

/** Invitations that were neither accepted nor withdrawn. Whoever is invited again gets a new link. */
export function OperatorInvitations({ invitations }: { invitations: Invitation[] }) {
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="font-semibold text-sm">
        Invitations
      </h2>
      <Table label="Invitations" columns={COLUMNS} rows={invitations} keyOf={({ id }) => id} />
    </section>
  );
}

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const acted = useActed();
  const revoke = useMutation(useApi().operator.operators.revoke.mutationOptions());
  return (
    <div className="flex justify-end max-sm:w-full">
      <ActButton
        label="Withdraw"
        question={`Withdraw the invitation of ${email}?`}
        size="small"
        variant="quiet"
        act={revoke}
        run={(done) =>
          revoke.mutate(
            { id },
            {
              onSuccess: () => {
                acted("The invitation is withdrawn");
                done();
              },
            },
          )
        }
      >
        <p>The link stops working.</p>
      </ActButton>
    </div>
  );
}
