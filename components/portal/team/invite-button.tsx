"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { Invite } from "./invite.tsx";
import { GIVEN_ROLES } from "./roles.ts";

export function InviteButton() {
  const api = useApi();
  const cache = useQueryClient();
  const invite = useMutation(
    api.team.invite.mutationOptions({
      onSuccess: (_done, { email }) => {
        toast("Invitation sent", email);
        void cache.invalidateQueries(api.team.invitations.queryFilter());
      },
    }),
  );
  return (
    <Invite
      label="Invite"
      title="Invite to the team"
      description="They get a link by e-mail, valid for seven days."
      roles={GIVEN_ROLES}
      usual="viewer"
      onInvite={invite.mutateAsync}
    />
  );
}
