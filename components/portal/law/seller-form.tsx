"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type Law = Outputs["law"]["get"];
export type LawFormProps = { law: Law; countries: Outputs["law"]["countries"]; changeable: boolean };
type Fields = Law["seller"];

const schemaOf = (z: Zod) => {
  const text = () => z.string();
  return z.object({
    ...{ legalName: text(), address: text(), postalCode: text(), city: text(), country: text() },
    ...{ vatId: text(), taxNumber: text(), taxExemption: text(), registerName: text(), registerNumber: text() },
    ...{ representative: text(), email: text(), phone: text(), withdrawalNote: text() },
  });
};

/** Who sells, as the shop's legal page and every invoice say it. */
export function SellerForm({ law, countries, changeable }: LawFormProps) {
  const { environment } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(schemaOf, law.seller);
  const set = useMutation(
    api.law.setSeller.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("The seller is saved", "The shop shows it on the next page that is opened; invoices say it from now on.");
        void cache.invalidateQueries(api.law.pathFilter());
      },
    }),
  );
  const { errors } = form.formState;
  const line = (name: keyof Fields, label: string, help?: ReactNode, maxLength = 200) => (
    <Field label={label} help={help} error={errors[name]?.message}>
      <Input autoComplete="off" maxLength={maxLength} {...form.register(name)} />
    </Field>
  );
  const vatId = form.watch("vatId");
  const isOdd = law.vatIdExample !== null && vatId === law.seller.vatId;
  return (
    <Card
      title="Who sells"
      lead={
        environment === "test"
          ? "On the shop's legal page and on invoices. The test environment shows the live details until you save some here."
          : "On the shop's legal page and on every invoice. An invoice keeps what was here when it was written."
      }
    >
      <form
        method="post"
        noValidate
        aria-label="Who sells"
        className="grid gap-4"
        onSubmit={form.handleSubmit((fields) => set.mutate(fields))}
      >
        <fieldset disabled={!changeable} className="grid items-start gap-x-6 gap-y-4 *:min-w-0 lg:grid-cols-2">
          {line("legalName", "Legal name", "The company or person that travellers buy from.")}
          {line("representative", "Represented by", "A managing director or owner, where the law asks for one.")}
          <Field label="Address" help="Street and number." error={errors.address?.message}>
            <TextArea rows={2} maxLength={300} {...form.register("address")} />
          </Field>
          <div className="grid content-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            {line("postalCode", "Postal code", undefined, 20)}
            {line("city", "City", undefined, 100)}
          </div>
          <Field label="Country" error={errors.country?.message}>
            <Select
              options={[
                { value: "", label: "Choose …" },
                ...countries.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              value={form.watch("country")}
              onChange={(value) => form.setValue("country", value, { shouldDirty: true })}
            />
          </Field>
          <Field
            label="VAT number"
            help={
              isOdd ? (
                <span className="text-ink">
                  It is saved, but numbers of this country look like {law.vatIdExample}. Look at it once more.
                </span>
              ) : (
                "With the country's letters, such as DE123456789."
              )
            }
            error={errors.vatId?.message}
          >
            <Input autoComplete="off" spellCheck={false} maxLength={30} {...form.register("vatId")} />
          </Field>
          {line("taxNumber", "Tax number", "Where invoices have to say it, or without a VAT number.", 40)}
          {line(
            "taxExemption",
            "Exempt from VAT because",
            "Only if you charge none at all. Every invoice says this sentence.",
            300,
          )}
          {line("registerName", "Register", "Such as Amtsgericht Hamburg or Companies House.", 120)}
          {line("registerNumber", "Number in the register", undefined, 60)}
          {line("email", "E-mail", "For travellers and authorities.", 254)}
          {line("phone", "Phone", undefined, 40)}
          <Field
            label="Right of withdrawal"
            help="What travellers are told about taking a purchase back, and that an eSIM works at once."
            error={errors.withdrawalNote?.message}
            className="lg:col-span-2"
          >
            <TextArea rows={4} maxLength={2_000} {...form.register("withdrawalNote")} />
          </Field>
        </fieldset>
        <FormError message={errors.root?.message} />
        {changeable && (
          <Button type="submit" variant="primary" className="justify-self-start" busy={set.isPending}>
            Save
          </Button>
        )}
      </form>
    </Card>
  );
}
