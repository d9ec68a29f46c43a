"use client";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type InviteProps<Role extends string> = {
  label: string;
  title: string;
  description: string;
  roles: readonly { value: Role; label: string; hint: string }[];
  /** Chosen until another is. */
  usual: Role;
  onInvite(given: { email: string; role: Role }): Promise<unknown>;
};

const schemaOf = (z: Zod) => z.object({ email: z.email("Enter an e-mail address such as name@example.com.") });

/** The button and the form that invite somebody: to a reseller's team, or to the platform's staff. */
export function Invite<Role extends string>({ label, title, description, ...form }: InviteProps<Role>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <InviteForm {...form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type FormProps<Role extends string> = Pick<InviteProps<Role>, "roles" | "usual" | "onInvite"> & { onDone(): void };

function InviteForm<Role extends string>({ roles, usual, onInvite, onDone }: FormProps<Role>) {
  const form = useForm(schemaOf, { email: "" });
  const [role, setRole] = useState(usual);
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(({ email }) => onInvite({ email, role }).then(onDone, form.refuse));
  return (
    <form method="post" noValidate className="contents" onSubmit={send}>
      <DialogBody>
        <Field label="E-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label="Role">
          <Select options={roles} value={role} onChange={setRole} />
        </Field>
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Send invitation
        </Button>
      </DialogFoot>
    </form>
  );
}
