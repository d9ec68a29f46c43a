"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { Member } from "./member.ts";
import { GIVEN_ROLES, type GivenRole } from "./roles.ts";

export type MemberAct = "role" | "transfer" | "sessions" | "remove";

type MemberDialogProps = { act: MemberAct; member: Member; onDone(): void };

/** The things that are done to a member, each said before it is done. */
export function MemberDialog({ act, member, onDone }: MemberDialogProps) {
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const { userId, name } = member;
  const [role, setRole] = useState<GivenRole>(member.role === "owner" ? "viewer" : member.role);
  const done = (what: string) => ({
    onSuccess: () => {
      toast(what);
      void cache.invalidateQueries(api.team.pathFilter());
      router.refresh();
      onDone();
    },
  });
  const change = useMutation(api.team.changeRole.mutationOptions(done(`${name} is now ${role}`)));
  const remove = useMutation(api.team.remove.mutationOptions(done(`${name} is off the team`)));
  const transfer = useMutation(api.team.transfer.mutationOptions(done(`${name} owns the account now`)));
  const end = useMutation(api.team.endSessions.mutationOptions(done(`${name} is signed out everywhere`)));
  const frame = { open: true, onOpenChange: onDone };
  const refusal = (error: unknown) => error !== null && <FormError message={refusalOf(error).message} />;

  if (act === "role")
    return (
      <ConfirmDialog
        {...frame}
        danger={false}
        title={`Change the role of ${name}`}
        action="Change role"
        busy={change.isPending}
        onConfirm={() => change.mutate({ userId, role })}
        error={refusal(change.error)}
      >
        <p>Takes effect on their next action. The Roles tab lists what each role can do.</p>
        <Select label="Role" options={GIVEN_ROLES} value={role} onChange={setRole} />
      </ConfirmDialog>
    );
  if (act === "transfer")
    return (
      <ConfirmDialog
        {...frame}
        title={`Hand the account over to ${name}?`}
        action="Hand over"
        typeToConfirm={member.email}
        busy={transfer.isPending}
        onConfirm={() => transfer.mutate({ userId })}
        error={refusal(transfer.error)}
      >
        <p>They become the owner and you become an admin. Only they can hand it back.</p>
      </ConfirmDialog>
    );
  if (act === "sessions")
    return (
      <ConfirmDialog
        {...frame}
        title={`Sign ${name} out everywhere?`}
        action="End sessions"
        busy={end.isPending}
        onConfirm={() => end.mutate({ userId })}
        error={refusal(end.error)}
      >
        <p>Immediately, in every browser. They can sign in again, and are notified by e-mail.</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      {...frame}
      title={`Remove ${name} from the team?`}
      action="Remove from team"
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ userId })}
      error={refusal(remove.error)}
    >
      <p>They lose access immediately. API keys they created keep working. You can invite them again.</p>
    </ConfirmDialog>
  );
}
