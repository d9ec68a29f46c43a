"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { Invite } from "#components/portal/team/invite.tsx";
import { useActed } from "../use-act.ts";
import { ROLES } from "./roles.ts";

export function InviteOperator() {
  const acted = useActed();
  const invite = useMutation(
    useApi().operator.operators.invite.mutationOptions({
      onSuccess: ({ email }) => acted("Invitation sent", email),
    }),
  );
  return (
    <Invite
      label="Invite an operator"
      title="Invite an operator"
      description="They get a link by e-mail, valid for seven days, and choose their own password. The other admins are notified."
      roles={ROLES}
      usual="support"
      onInvite={invite.mutateAsync}
    />
  );
}
