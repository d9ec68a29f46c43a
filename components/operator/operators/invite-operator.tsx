"use client";
import { useMutation } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { z } from "zod/mini";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useActed } from "../use-act.ts";
import { ROLES } from "./roles.ts";

const Schema = z.object({
  email: z.email("Enter an e-mail address such as name@example.com."),
  role: z.enum(["support", "finance", "admin"]),
});

export function InviteOperator() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Invite an operator
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite an operator"
        description="They get a link by mail, good for seven days, and choose a password that only they know. The other admins are told."
      >
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function InviteForm({ onDone }: { onDone(): void }) {
  const acted = useActed();
  const form = useForm(Schema, { email: "", role: "support" });
  const invite = useMutation(
    useApi().operator.operators.invite.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ email }) => {
        acted("The invitation is on its way", email);
        onDone();
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <form noValidate className="contents" onSubmit={form.handleSubmit((given) => invite.mutate(given))}>
      <DialogBody>
        <Field label="E-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label="Role">
          <Select options={ROLES} value={form.watch("role")} onChange={(role) => form.setValue("role", role)} />
        </Field>
        <FormError message={errors.root?.message} />
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
