"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";

type Invitation = Outputs["team"]["invitations"][number];

const COLUMNS: Column<Invitation>[] = [
  { header: "E-mail", main: true, cell: ({ email }) => <span className="break-all">{email}</span> },
  { header: "Role", cell: ({ role }) => <span className="capitalize">{role}</span> },
  { header: "Invited by", wideOnly: true, cell: ({ invitedBy }) => invitedBy },
  { header: "Sent", cell: ({ sentAt }) => <Time at={sentAt} /> },
  {
    header: "Status",
    cell: ({ expiresAt }) =>
      expiresAt.getTime() > Date.now() ? <Badge tone="wait">Waiting</Badge> : <Badge tone="final">Expired</Badge>,
  },
];

/** Invitations that were neither accepted nor withdrawn; nothing when there are none. */
export function Invitations() {
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const { data: invitations = [] } = useQuery(api.team.invitations.queryOptions());
  const after = (done: string) => ({
    onSuccess: () => {
      toast(done);
      void cache.invalidateQueries(api.team.invitations.queryFilter());
    },
    onError: (error: unknown) => toast("Something went wrong", refusalOf(error).message),
  });
  const resend = useMutation(api.team.resend.mutationOptions(after("The invitation was sent again")));
  const revoke = useMutation(api.team.revoke.mutationOptions(after("The invitation is withdrawn")));
  if (invitations.length === 0) return null;
  const actions: Column<Invitation> = {
    header: "Actions",
    quiet: true,
    cell: ({ id, email }) => (
      <div className="flex justify-end gap-1 max-sm:w-full">
        <Button
          variant="quiet"
          size="small"
          busy={resend.isPending && resend.variables.id === id}
          aria-label={`Send the invitation of ${email} again`}
          onClick={() => resend.mutate({ id })}
        >
          Send again
        </Button>
        <Button
          variant="quiet"
          size="small"
          busy={revoke.isPending && revoke.variables.id === id}
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={() => revoke.mutate({ id })}
        >
          Withdraw
        </Button>
      </div>
    ),
  };
  return (
    <section aria-labelledby="invitations" className="grid gap-3">
      <h2 id="invitations" className="font-semibold text-base">
        Invitations
      </h2>
      <Table
        label="Invitations"
        columns={may("team:manage") ? [...COLUMNS, actions] : COLUMNS}
        rows={invitations}
        keyOf={({ id }) => id}
      />
    </section>
  );
}
