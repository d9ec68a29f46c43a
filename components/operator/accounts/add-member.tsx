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
import { PasswordInput } from "#components/ui/password-input.tsx";
import { Select } from "#components/ui/select.tsx";
import { useActed } from "../use-act.ts";

const ROLES = [
  { value: "owner", label: "Owner" },
  { value: "admin", label: "Admin" },
  { value: "developer", label: "Developer" },
  { value: "finance", label: "Finance" },
  { value: "support", label: "Support" },
  { value: "viewer", label: "Viewer" },
] as const;

const Schema = z.object({
  email: z.email("Enter an e-mail address such as name@example.com."),
  role: z.enum(["owner", "admin", "developer", "finance", "support", "viewer"]),
  password: z.string(),
});

export function AddMember({ code }: { code: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Add a person
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Add a person to the team"
        description="Somebody who has a sign-in joins with it and keeps their password."
      >
        <AddForm code={code} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function AddForm({ code, onDone }: { code: string; onDone(): void }) {
  const acted = useActed();
  const form = useForm(Schema, { email: "", role: "owner", password: "" });
  const add = useMutation(
    useApi().operator.accounts.addMember.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ email, existing }) => {
        acted(`${email} is on the team`, existing ? "They sign in with the password that they have." : undefined);
        onDone();
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <form noValidate className="contents" onSubmit={form.handleSubmit((given) => add.mutate({ code, ...given }))}>
      <DialogBody>
        <Field label="E-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label="Role">
          <Select options={ROLES} value={form.watch("role")} onChange={(role) => form.setValue("role", role)} />
        </Field>
        <Field label="First password" help="They change it after signing in." error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={add.isPending}>
          Add to team
        </Button>
      </DialogFoot>
    </form>
  );
}
