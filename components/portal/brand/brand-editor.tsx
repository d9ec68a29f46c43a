"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { BrandFieldsets } from "./brand-fieldsets.tsx";
import { BrandPreview } from "./brand-preview.tsx";
import { DomainCard } from "./domain-card.tsx";

type BrandRecord = Outputs["brand"]["get"];

const color = (z: Zod) =>
  z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "A colour is # and six digits, such as #0F5C63."));
const needed = (z: Zod, sentence: string) => z.string().check(z.trim(), z.minLength(1, sentence));

/** What can be said before anything is sent; the rest is the server's to judge, at the field. */
const schemaOf = (z: Zod) =>
  z.object({
    brand_name: needed(z, "Enter the brand name."),
    company_legal_name: needed(z, "Enter the company travellers buy from."),
    logo_url: z.string(),
    favicon_url: z.string(),
    primary_color: color(z),
    secondary_color: color(z),
    accent_color: color(z),
    support_email: needed(z, "Enter a support e-mail address."),
    support_phone: z.string(),
    terms_url: z.string(),
    privacy_url: z.string(),
    portal_slug: z.string().check(z.regex(/^[a-z0-9-]{3,40}$/, "3 to 40 characters of a-z, 0-9 and -.")),
    locale: z.string(),
  });

export function BrandEditor() {
  const query = useQuery(useApi().brand.get.queryOptions());
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(brand) => <Editor brand={brand} />}
    </QueryState>
  );
}

function Editor({ brand }: { brand: BrandRecord }) {
  const { may, environment } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(schemaOf, brand.fields);
  const changeable = may("brand:manage");
  const { errors, dirtyFields, isDirty } = form.formState;
  const publish = useMutation(
    api.brand.change.mutationOptions({
      onError: form.refuse,
      onSuccess: (changed) => {
        cache.setQueryData(api.brand.get.queryKey(), changed);
        form.reset(changed.fields);
        toast("The brand is published", "Travellers see it on the next page they open.");
      },
    }),
  );
  const submit = form.handleSubmit((given) =>
    publish.mutate(Object.fromEntries(Object.entries(given).filter(([name]) => name in dirtyFields))),
  );
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
      <div className="grid gap-6 *:min-w-0">
        {!brand.own && (
          <p role="status" className="rounded-lg border border-line bg-wait-soft p-4 text-[13px]">
            The test environment shows the live brand until you change something here.
          </p>
        )}
        <form method="post" noValidate onSubmit={submit} className="grid gap-6">
          <fieldset disabled={!changeable} className="grid gap-6">
            <BrandFieldsets form={form} host={brand.host} />
          </fieldset>
          <FormError message={errors.root?.message} />
          {changeable && (
            <div className="sticky bottom-0 z-10 -mx-1 flex gap-2 border-line border-t bg-surface px-1 py-3">
              <Button type="submit" variant="primary" disabled={!isDirty} busy={publish.isPending}>
                Publish to {environment}
              </Button>
              <Button variant="quiet" disabled={!isDirty} onClick={() => form.reset()}>
                Discard
              </Button>
            </div>
          )}
        </form>
        {environment === "live" && <DomainCard brand={brand} />}
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-16">
        <BrandPreview brand={form.watch()} drawnLogo={brand.drawnLogo} />
      </div>
    </div>
  );
}
