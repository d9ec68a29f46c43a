"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { z } from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";
import { GIVEN_ROLES } from "./roles.ts";

const Schema = z.object({
  email: z.email("Enter an e-mail address such as name@example.com."),
  role: z.enum(["admin", "developer", "finance", "support", "viewer"]),
});

export function InviteButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Invite
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite to the team"
        description="They get a link by mail, good for seven days."
      >
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function InviteForm({ onDone }: { onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(Schema, { email: "", role: "viewer" });
  const invite = useMutation(
    api.team.invite.mutationOptions({
      onError: form.refuse,
      onSuccess: (_done, { email }) => {
        toast("The invitation is on its way", email);
        void cache.invalidateQueries(api.team.invitations.queryFilter());
        onDone();
      },
    }),
  );
  return (
    <form noValidate className="contents" onSubmit={form.handleSubmit((given) => invite.mutate(given))}>
      <DialogBody>
        <Field label="E-mail" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label="Role">
          <Select options={GIVEN_ROLES} value={form.watch("role")} onChange={(role) => form.setValue("role", role)} />
        </Field>
        <FormError message={form.formState.errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={invite.isPending}>
          Send invitation
        </Button>
      </DialogFoot>
    </form>
  );
}
