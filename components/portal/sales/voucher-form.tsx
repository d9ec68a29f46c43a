"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { Amount } from "../amount.tsx";
import { amountText } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { PackagePicker } from "../orders/package-picker.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { lastMoment } from "./days.ts";

const START = { name: "", size: "100", expiresAt: "", unitCap: "", packageId: "" };

const schemaOf = (z: Zod) =>
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, "Name the batch."), z.maxLength(80)),
    size: z.string().check(z.trim(), z.regex(/^[1-9]\d{0,3}$|^10000$/, "Enter 1 to 10,000.")),
    expiresAt: z.string().check(z.minLength(1, "Choose the last day.")),
    unitCap: amountText(z, { places: 4 }),
    packageId: z.string(),
  });

/** A batch of codes for one plan. */
export function VoucherForm({ currency, onCancel }: { currency: string; onCancel(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const { href } = usePortal();
  const form = useForm(schemaOf, START);
  const [packageId, setPackageId] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { data: plan } = useQuery(api.catalog.get.queryOptions(packageId ?? "", { enabled: packageId !== null }));
  const create = useMutation(
    api.vouchers.create.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ id }) => {
        toast("The vouchers are ready", "Download them as a list or as cards.");
        void cache.invalidateQueries(api.vouchers.pathFilter());
        router.push(href(`/sales/vouchers/${id}`));
      },
    }),
  );
  const submit = form.handleSubmit(({ name, size, expiresAt, unitCap }) => {
    setMissing(packageId === null);
    if (packageId === null) return;
    create.mutate({ name, size: Number(size), expiresAt: lastMoment(expiresAt)!, unitCap, packageId });
  });
  const { errors } = form.formState;
  return (
    <Card
      title="New vouchers"
      lead="Each code gets a traveller one eSIM in your shop, under /redeem. Your wallet pays for it when it is redeemed, at your price of that moment."
    >
      <form method="post" noValidate className="grid max-w-xl gap-4" onSubmit={submit} aria-label="New vouchers">
        <Field label="Name" help="For you: travellers do not see it." error={errors.name?.message}>
          <Input autoFocus autoComplete="off" maxLength={80} {...form.register("name")} />
        </Field>
        <PackagePicker
          chosen={packageId}
          {...(plan && { name: plan.name })}
          onChoose={setPackageId}
          {...(missing && packageId === null
            ? { error: "Choose a package." }
            : errors.packageId?.message
              ? { error: errors.packageId.message }
              : {})}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Codes" help="Up to 10,000." error={errors.size?.message}>
            <Input inputMode="numeric" autoComplete="off" className="tabular-nums" {...form.register("size")} />
          </Field>
          <Field label="Valid until (UTC)" help="The last day." error={errors.expiresAt?.message}>
            <Input type="date" {...form.register("expiresAt")} />
          </Field>
        </div>
        <Field
          label={`The most that one may cost you, in ${currency}`}
          help={
            plan ? (
              <>
                It costs <Amount amount={plan.price} currency={currency} /> now. Above your limit a code cannot be
                redeemed, and stays valid.
              </>
            ) : (
              "Above it a code cannot be redeemed, and stays valid."
            )
          }
          error={errors.unitCap?.message}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums sm:w-40"
            {...form.register("unitCap")}
          />
        </Field>
        <FormError message={errors.root?.message} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create vouchers
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </Card>
  );
}
