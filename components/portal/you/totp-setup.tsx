"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { QrCode } from "#components/ui/qr-code.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

const schemaOf = (z: Zod) =>
  z.object({
    code: z.string().check(z.regex(/^\s*(\d\s*){6}$/, "Enter the six digits that the app shows.")),
  });

type TotpSetupProps = { secret: string; uri: string; onConfirmed(recoveryCodes: string[]): void; onClose(): void };

export function TotpSetup({ secret, uri, onConfirmed, onClose }: TotpSetupProps) {
  const form = useForm(schemaOf, { code: "" });
  const confirm = useMutation(
    useApi().person.confirmTotp.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    }),
  );
  const { errors } = form.formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up an authenticator app"
      description="Scan the picture with the app, or type the secret into it. Then enter the code it shows."
    >
      <form
        method="post"
        noValidate
        className="contents"
        onSubmit={form.handleSubmit((given) => confirm.mutate(given))}
      >
        <DialogBody>
          <div className="grid justify-items-center">
            <QrCode text={uri} label="QR code for the authenticator app" />
          </div>
          <CodeBlock label="Secret">{secret}</CodeBlock>
          <Field label="Code" error={errors.code?.message}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              className="font-mono tracking-widest"
              {...form.register("code")}
            />
          </Field>
          <FormError message={errors.root?.message} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Turn on
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
