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
      onSuccess: ({ email }) => acted("The invitation is on its way", email),
    }),
  );
  return (
    <Invite
      label="Invite an operator"
      title="Invite an operator"
      description="They get a link by mail, good for seven days, and choose a password that only they know. The other admins are told."
      roles={ROLES}
      usual="support"
      onInvite={invite.mutateAsync}
    />
  );
}
