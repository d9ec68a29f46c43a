"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { FoundKey } from "./found-key.tsx";
import { AddressesField, addressesIn, EXPIRIES, nameRule } from "./key-fields.tsx";
import { type Key, keyStatus } from "./key-status.ts";

const schemaOf = (z: Zod) =>
  z.pipe(
    z.object({
      name: nameRule(z),
      allowed_ips: z.string(),
      expires_at: z.enum(["same", "none", "30", "90", "365"]),
    }),
    z.transform(
      ({ name, allowed_ips, expires_at }): Omit<Inputs["keys"]["change"], "prefix"> => ({
        name,
        allowedIps: addressesIn(allowed_ips),
        ...(expires_at !== "same" && { expiresInDays: expires_at === "none" ? null : Number(expires_at) }),
      }),
    ),
  );

/** Name, addresses and end of a key, as they are changed after its making. */
export function ChangeKey({ prefix }: { prefix: string }) {
  return <FoundKey prefix={prefix}>{(key) => <Form apiKey={key} />}</FoundKey>;
}

function Form({ apiKey }: { apiKey: Key }) {
  const { keyPrefix: prefix, name, allowedIps, expiresAt } = apiKey;
  const { href } = usePortal();
  const router = useRouter();
  const locale = useLocale();
  const api = useApi();
  const cache = useQueryClient();
  const { data: options } = useQuery(api.keys.options.queryOptions());
  const form = useForm(schemaOf, { name, allowed_ips: allowedIps.join("\n"), expires_at: "same" });
  const back = href(`/api-keys/${prefix}`);
  const change = useMutation(
    api.keys.change.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("The key is changed", "It holds for the next request.");
        void cache.invalidateQueries(api.keys.pathFilter());
        router.push(back);
      },
    }),
  );
  const { errors } = form.formState;
  const [addresses, end] = form.watch(["allowed_ips", "expires_at"]);
  const now = expiresAt ? expiresAt.toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" }) : "never";
  const ends = [
    { value: "same", label: `As it is: ${now}` },
    ...EXPIRIES.filter(({ value }) => value !== "none" || expiresAt),
  ] as const;
  if (!keyStatus(apiKey).works)
    return (
      <PageHeader title={name} action={<ButtonLink href={back}>Back to the key</ButtonLink>}>
        This key no longer works, so there is nothing to change. Make a new one.
      </PageHeader>
    );
  if (apiKey.beyond.length > 0)
    return (
      <PageHeader title={name} action={<ButtonLink href={back}>Back to the key</ButtonLink>}>
        Your role does not include everything that this key may do ({apiKey.beyond.join(", ")}), so you cannot change
        it. An owner or admin of the team can.
      </PageHeader>
    );
  return (
    <>
      <PageHeader title="Change API key">
        <span className="break-words">{name}</span>. What it may do stays as it was made: for other scopes, make another
        key.
      </PageHeader>
      <form
        method="post"
        noValidate
        className="grid max-w-[640px] gap-6"
        onSubmit={form.handleSubmit((given) => change.mutate({ ...given, prefix }))}
      >
        <Field label="Name" error={errors.name?.message}>
          <Input autoComplete="off" {...form.register("name")} />
        </Field>
        <Field label="Expires" error={errors.expires_at?.message}>
          <Select options={ends} value={end} onChange={(value) => form.setValue("expires_at", value)} />
        </Field>
        <AddressesField
          value={addresses}
          onChange={(value) => form.setValue("allowed_ips", value)}
          error={errors.allowed_ips?.message}
          yours={options?.yourAddress ?? null}
        />
        <FormError message={errors.root?.message} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save changes
          </Button>
          <ButtonLink href={back}>Cancel</ButtonLink>
        </div>
      </form>
    </>
  );
}
