"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { NewcomerForm, useNewcomer } from "./newcomer-form.tsx";

type Invitation = NonNullable<Outputs["auth"]["invitation"]>;

/** Puts the person on the team and signs them in. */
export function AcceptInvitationForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { companyName, invitedBy, role } = invitation;
  const newcomer = useNewcomer(invitation);
  const accept = useMutation(useApi().auth.acceptInvitation.mutationOptions(newcomer.entering));
  return (
    <NewcomerForm
      of={newcomer}
      title={`Join ${companyName ?? "the platform's staff"}`}
      lead={`${invitedBy} invites you as ${role}.`}
      goOn="accept"
      action={companyName ? "Join the team" : "Join"}
      busy={accept.isPending || accept.isSuccess}
      onGiven={(given) => accept.mutate({ token, ...given })}
    />
  );
}
