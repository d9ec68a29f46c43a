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
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { SUPPLIER_NAMES } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import { useAsk } from "../use-ask.ts";
import type { Rule } from "./rule.ts";
import { RulePreview } from "./rule-preview.tsx";

const SUPPLIERS = [
  { value: "", label: "Every supplier" },
  ...Object.entries(SUPPLIER_NAMES).map(([value, label]) => ({ value, label })),
];

const Schema = z.object({
  supplierCode: z.string(),
  countryCode: z.string(),
  packageCode: z.string(),
  markupPercent: z.string().check(z.minLength(1, "Give a percentage such as 25.")),
  retailMarkupPercent: z.string().check(z.minLength(1, "Give a percentage such as 30.")),
  startsAt: z.string(),
  reason: z.string(),
});

type RuleDialogProps = { rule?: Rule /** Empty: for everybody. */; accountCode: string };

/** A rule is shown with what it does to prices before it is set. */
export function RuleDialog({ rule, accountCode }: RuleDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {rule ? (
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Change
        </Button>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden /> New rule
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={rule ? "Change the rule" : "New price rule"}
        description="The markup on the supplier's cost, and the markup on top of that for the suggested retail price."
      >
        <RuleForm rule={rule} accountCode={accountCode} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RuleForm({ rule, accountCode, onDone }: RuleDialogProps & { onDone(): void }) {
  const api = useApi().operator.pricing;
  const form = useForm(Schema, {
    supplierCode: rule?.supplierCode ?? "",
    countryCode: rule?.countryCode ?? "",
    packageCode: rule?.packageCode ?? "",
    markupPercent: rule?.markupPercent ?? "",
    retailMarkupPercent: rule?.retailMarkupPercent ?? "30",
    startsAt: "",
    reason: "",
  });
  const preview = useMutation(api.preview.mutationOptions({ onError: form.refuse }));
  const ask = useAsk({ done: "The rule is in force", onDone, onError: form.refuse });
  const { errors } = form.formState;
  const fields = { onChange: () => preview.reset() };
  return (
    <form
      method="post"
      noValidate
      className="contents"
      onSubmit={form.handleSubmit(({ reason, startsAt, ...given }) => {
        const rule = { accountCode, ...given };
        if (preview.data)
          ask.mutate({ kind: "price", rule, reason, ...(startsAt && { startsAt: new Date(startsAt) }) });
        else preview.mutate(rule);
      })}
    >
      <DialogBody>
        {!rule && (
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Field label="Supplier" error={errors.supplierCode?.message}>
              <Select
                options={SUPPLIERS}
                value={form.watch("supplierCode")}
                onChange={(code) => {
                  form.setValue("supplierCode", code);
                  preview.reset();
                }}
              />
            </Field>
            <Field label="Country" help="Two letters, such as TR." error={errors.countryCode?.message}>
              <Input maxLength={2} autoComplete="off" {...form.register("countryCode", fields)} />
            </Field>
            <Field label="Package" help="Its code." error={errors.packageCode?.message}>
              <Input autoComplete="off" {...form.register("packageCode", fields)} />
            </Field>
          </div>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Markup in percent" error={errors.markupPercent?.message}>
            <Input inputMode="decimal" autoComplete="off" {...form.register("markupPercent", fields)} />
          </Field>
          <Field label="Retail markup in percent" error={errors.retailMarkupPercent?.message}>
            <Input inputMode="decimal" autoComplete="off" {...form.register("retailMarkupPercent", fields)} />
          </Field>
        </div>
        {preview.data && (
          <>
            <RulePreview preview={preview.data} />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field
                label="In force from"
                help="Your local time. Empty: once it is approved."
                error={errors.startsAt?.message}
              >
                <Input type="datetime-local" {...form.register("startsAt")} />
              </Field>
              <Field label="Why" help="Kept on record, and read by whoever approves it." error={errors.reason?.message}>
                <Input autoComplete="off" {...form.register("reason")} />
              </Field>
            </div>
          </>
        )}
        <FormError message={errors.root?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={preview.isPending || ask.isPending}>
          {preview.data ? "Request approval" : "Show what changes"}
        </Button>
      </DialogFoot>
    </form>
  );
}
