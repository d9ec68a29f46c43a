"use client";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useAsk } from "../use-ask.ts";

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
  reason: z.string(),
});

export function InviteMember({ code }: { code: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden /> Invite a member
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite to the team"
        description="They get a link by e-mail and choose their own password. Roles that can change anything need a second person's approval first."
      >
        <InviteForm code={code} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function InviteForm({ code, onDone }: { code: string; onDone(): void }) {
  const form = useForm(Schema, { email: "", role: "owner", reason: "" });
  const ask = useAsk({ done: "Invitation sent", onDone, onError: form.refuse });
  const { errors } = form.formState;
  return (
    <form
      method="post"
      noValidate
      className="contents"
      onSubmit={form.handleSubmit((given) => ask.mutate({ kind: "membership", accountCode: code, ...given }))}
    >
      <DialogBody>
        <Field label="E-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register("email")} />
        </Field>
        <Field label="Role">
          <Select options={ROLES} value={form.watch("role")} onChange={(role) => form.setValue("role", role)} />
        </Field>
        <Field label="Why" help="Kept on record, and read by whoever approves it." error={errors.reason?.message}>
          <Input autoComplete="off" {...form.register("reason")} />
        </Field>
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={ask.isPending}>
          Invite
        </Button>
      </DialogFoot>
    </form>
  );
}
