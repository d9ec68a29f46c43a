"use client";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useActed } from "../use-act.ts";

const TONES = [
  { value: "info", label: "News" },
  { value: "warning", label: "Warning" },
] as const;

const Schema = z.object({
  tone: z.enum(["info", "warning"]),
  title: z.string().check(z.trim(), z.minLength(1, "Give it a title."), z.maxLength(120, "At most 120 characters.")),
  text: z.string().check(z.trim(), z.minLength(1, "Enter the text."), z.maxLength(1_000, "At most 1,000 characters.")),
  accountCode: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
});

export function Publish() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Announce
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Announce"
        description="Shown on the overview page of the portal."
      >
        <PublishForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PublishForm({ onDone }: { onDone(): void }) {
  const acted = useActed();
  const form = useForm(Schema, { tone: "info", title: "", text: "", accountCode: "", startsAt: "", endsAt: "" });
  const publish = useMutation(
    useApi().operator.announcements.publish.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        acted("The announcement is published");
        onDone();
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <form method="post" noValidate className="contents" onSubmit={form.handleSubmit((given) => publish.mutate(given))}>
      <DialogBody>
        <Field label="Kind">
          <Select options={TONES} value={form.watch("tone")} onChange={(tone) => form.setValue("tone", tone)} />
        </Field>
        <Field label="Title" error={errors.title?.message}>
          <Input autoComplete="off" {...form.register("title")} />
        </Field>
        <Field label="Text" error={errors.text?.message}>
          <TextArea rows={4} {...form.register("text")} />
        </Field>
        <Field label="Account code" help="Empty: everybody sees it." error={errors.accountCode?.message}>
          <Input autoComplete="off" {...form.register("accountCode")} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" help="Empty: now." error={errors.startsAt?.message}>
            <Input type="date" {...form.register("startsAt")} />
          </Field>
          <Field label="Until" help="Empty: until withdrawn." error={errors.endsAt?.message}>
            <Input type="date" {...form.register("endsAt")} />
          </Field>
        </div>
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={publish.isPending}>
          Publish
        </Button>
      </DialogFoot>
    </form>
  );
}
