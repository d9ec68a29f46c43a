"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { RecordLine } from "./record-line.tsx";

type BrandRecord = Outputs["brand"]["get"];
type Domain = NonNullable<BrandRecord["domain"]>;

const schemaOf = (z: Zod) => z.object({ custom_domain: z.string().check(z.trim(), z.toLowerCase()) });

/** The storefront under a name of the reseller's: what to enter at the DNS provider, and how it stands. */
export function DomainCard({ brand }: { brand: BrandRecord }) {
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const current = brand.domain ? brand.domain.name : "";
  const form = useForm(schemaOf, { custom_domain: current });
  const save = useMutation(
    api.brand.setDomain.mutationOptions({
      onError: form.refuse,
      onSuccess: (changed) => {
        cache.setQueryData(api.brand.get.queryKey(), changed);
        form.reset({ custom_domain: changed.domain ? changed.domain.name : "" });
        void cache.invalidateQueries(api.storefront.domain.queryFilter());
        toast(changed.domain ? "The domain is saved" : "The domain is removed");
      },
    }),
  );
  const { errors, isDirty } = form.formState;
  return (
    <Card title="Your own domain" lead="Serve your storefront on your own domain.">
      <div className="grid gap-5 *:min-w-0">
        <form
          method="post"
          noValidate
          className="grid gap-3"
          onSubmit={form.handleSubmit((given) => save.mutate(given))}
        >
          <Field
            label="Domain"
            help="Such as esim.example.com. Leave empty for none."
            error={errors.custom_domain?.message}
          >
            <Input
              disabled={!may("brand:manage")}
              autoComplete="off"
              spellCheck={false}
              {...form.register("custom_domain")}
            />
          </Field>
          <FormError message={errors.root?.message} />
          {may("brand:manage") && (
            <Button type="submit" className="justify-self-start" disabled={!isDirty} busy={save.isPending}>
              Save domain
            </Button>
          )}
        </form>
        {brand.domain && <Records domain={brand.domain} />}
      </div>
    </Card>
  );
}

/** The records to enter, whether they were found, and what is wrong with them. Looked at again while it waits. */
function Records({ domain }: { domain: Domain }) {
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const { data: setup } = useQuery(
    api.storefront.domain.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.status === "pending" ? 15_000 : false),
    }),
  );
  const check = useMutation(
    api.storefront.verifyDomain.mutationOptions({
      onSuccess: (checked) => {
        cache.setQueryData(api.storefront.domain.queryKey(), checked);
        toast(checked.status === "verified" ? `${checked.domain} is verified` : "The record is not found yet");
      },
      onError: (error) => toast("It could not be checked", refusalOf(error).message),
    }),
  );
  // A value ends when another account proves the domain: the newest answer has the one to enter.
  const proof = setup?.records.find(({ purpose }) => purpose === "proof")?.value ?? domain.record.value;
  const verified = setup ? setup.status === "verified" : domain.verifiedAt !== null;
  return (
    <div className="grid gap-3 *:min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 text-[13px]">
        {verified ? <Badge tone="good">Verified</Badge> : <Badge tone="wait">Waiting for the record</Badge>}
        <span className="text-ink-soft">
          {setup?.checkedAt && (
            <>
              Checked <Time at={setup.checkedAt} />
            </>
          )}
        </span>
        {may("brand:manage") && (
          <Button className="ml-auto" busy={check.isPending} onClick={() => check.mutate()}>
            Check now
          </Button>
        )}
      </div>
      {setup?.fault && (
        <p role="status" className="wrap-anywhere rounded-lg border border-line bg-wait-soft p-3 text-[13px]">
          {setup.fault}
        </p>
      )}
      <p className="text-[13px] text-ink-soft">
        {verified ? "Keep this record: we check it daily." : "Prove that the domain is yours:"}
      </p>
      <dl className="grid gap-2 rounded-lg border border-line p-3 text-[13px]">
        <RecordLine name="Type" value="TXT" />
        <RecordLine name="Name" value={domain.record.name} />
        <RecordLine name="Value" value={proof} />
      </dl>
      <p className="text-[13px] text-ink-soft">Point your domain to us:</p>
      <dl className="grid gap-2 rounded-lg border border-line p-3 text-[13px]">
        <RecordLine name="Type" value="CNAME" />
        <RecordLine name="Name" value={domain.name} />
        <RecordLine name="Value" value={domain.traffic} />
      </dl>
    </div>
  );
}
