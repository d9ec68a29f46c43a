"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Inputs, Outputs, Scope } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { AddressesField, addressesIn, EXPIRIES, nameRule } from "./key-fields.tsx";
import { RevealKey } from "./reveal-key.tsx";
import { ScopePicker } from "./scope-picker.tsx";

const fieldsOf = (z: Zod) =>
  z.object({
    name: nameRule(z),
    scopes: z.array(z.custom<Scope>()).check(z.minLength(1, "Choose at least one scope.")),
    allowed_ips: z.string(),
    requireHmac: z.boolean(),
    expires_at: z.enum(["none", "30", "90", "365"]),
  });

const schemaOf = (z: Zod) =>
  z.pipe(
    fieldsOf(z),
    z.transform(({ allowed_ips, expires_at, ...rest }): Inputs["keys"]["create"] => ({
      ...rest,
      allowedIps: addressesIn(allowed_ips),
      expiresInDays: expires_at === "none" ? null : Number(expires_at),
    })),
  );

export function KeyForm() {
  const query = useQuery(useApi().keys.options.queryOptions());
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(options) => <Form {...options} />}
    </QueryState>
  );
}

function Form({ modules, yourAddress }: Outputs["keys"]["options"]) {
  const { href, environment } = usePortal();
  const router = useRouter();
  const api = useApi();
  const cache = useQueryClient();
  const [made, setMade] = useState<Outputs["keys"]["create"] | null>(null);
  const form = useForm(schemaOf, { name: "", scopes: [], allowed_ips: "", requireHmac: false, expires_at: "none" });
  const create = useMutation(
    api.keys.create.mutationOptions({
      onError: form.refuse,
      onSuccess: (key) => {
        setMade(key);
        void cache.invalidateQueries(api.keys.list.queryFilter());
      },
    }),
  );
  const { errors } = form.formState;
  const [scopes, allowedIps, requireHmac, expiry] = form.watch(["scopes", "allowed_ips", "requireHmac", "expires_at"]);
  return (
    <form
      method="post"
      noValidate
      className="grid max-w-[640px] gap-6"
      onSubmit={form.handleSubmit((given) => create.mutate(given))}
    >
      <Field label="Name" help="Where the key is used, such as “Shop, production”." error={errors.name?.message}>
        <Input autoComplete="off" {...form.register("name")} />
      </Field>
      <ScopePicker
        modules={modules}
        value={scopes}
        onChange={(chosen) => form.setValue("scopes", chosen, { shouldValidate: form.formState.isSubmitted })}
        error={errors.scopes?.message}
      />
      <Field label="Expires" error={errors.expires_at?.message}>
        <Select options={EXPIRIES} value={expiry} onChange={(value) => form.setValue("expires_at", value)} />
      </Field>
      <AddressesField
        value={allowedIps}
        onChange={(value) => form.setValue("allowed_ips", value)}
        error={errors.allowed_ips?.message}
        yours={yourAddress}
      />
      <Switch
        checked={requireHmac}
        onChange={(on) => form.setValue("requireHmac", on)}
        help="Each request carries an HMAC made with a second secret: a key that leaks is worth nothing alone."
      >
        Require signed requests
      </Switch>
      <FormError message={errors.root?.message} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create {environment} key
        </Button>
        <ButtonLink href={href("/api-keys")}>Cancel</ButtonLink>
      </div>
      {made && <RevealKey made={made} onSaved={() => router.push(href("/api-keys"))} />}
    </form>
  );
}
