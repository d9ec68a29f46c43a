"use client";
import { z } from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";

const Schema = z.object({ currentPassword: z.string().check(z.minLength(1, "Enter your password.")) });

type PasswordDialogProps = {
  title: string;
  description: string;
  action: string;
  danger?: boolean;
  onPassword(currentPassword: string): Promise<unknown>;
  onClose(): void;
};

/** Asks for the password before the way to sign in is changed. */
export function PasswordDialog({ title, description, action, danger, onPassword, onClose }: PasswordDialogProps) {
  const form = useForm(Schema, { currentPassword: "" });
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form
        noValidate
        className="contents"
        onSubmit={form.handleSubmit(({ currentPassword }) => onPassword(currentPassword).catch(form.refuse))}
      >
        <DialogBody>
          <Field label="Your password" error={errors.currentPassword?.message}>
            <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
          </Field>
          <FormError message={errors.root?.message} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={isSubmitting}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
