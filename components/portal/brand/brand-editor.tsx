"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { type BrandRecord, changesOf, LANGUAGE_FIELDS, type LanguageField } from "./brand-fields.ts";
import { BrandFieldsets } from "./brand-fieldsets.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { useDraft } from "./use-draft.ts";

// While they are fetched the page stays, and the preview in it.
const PublishDialog = dynamic(() => import("./publish-dialog.tsx").then((module) => module.PublishDialog), {
  loading: () => null,
});
const VersionsDialog = dynamic(() => import("./versions-dialog.tsx").then((module) => module.VersionsDialog), {
  loading: () => null,
});

const REFRESHED_EVERY_MS = 20 * 60_000;

const color = (z: Zod) =>
  z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "A colour is # and six digits, such as #0F5C63."));
const needed = (z: Zod, sentence: string) => z.string().check(z.trim(), z.minLength(1, sentence));

const inLanguages = (z: Zod) =>
  Object.fromEntries(LANGUAGE_FIELDS.map((name) => [name, z.string()])) as Record<
    LanguageField,
    ReturnType<Zod["string"]>
  >;

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
    font: z.enum(["", "geist", "manrope", "nunito-sans", "source-serif"]),
    hero_picture: z.string(),
    currencies: z.string(),
    currency_rounding: z.enum(["", "exact", "0.05", "0.10", ".99", ".00"]),
    payment_marks: z.string(),
    reviews: z.string(),
    ...inLanguages(z),
  });

export function BrandEditor() {
  // The preview's address is good for an hour at least.
  const query = useQuery(useApi().brand.get.queryOptions(undefined, { refetchInterval: REFRESHED_EVERY_MS }));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(brand) => <Editor brand={brand} />}
    </QueryState>
  );
}

function Editor({ brand }: { brand: BrandRecord }) {
  const { may, environment } = usePortal();
  const [open, setOpen] = useState<"publish" | "versions" | null>(null);
  const form = useForm(schemaOf, brand.draft.fields);
  const changeable = may("brand:manage");
  const draft = useDraft(brand, form, changeable);
  const changes = Object.keys(changesOf(brand.published, brand.draft.fields)).length;
  const { locale } = brand.draft.fields;
  const language = brand.languages.find((known) => locale.split("-")[0] === known) ?? "en";
  const close = (shown: boolean) => !shown && setOpen(null);
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
      <div className="grid gap-6 *:min-w-0">
        {!brand.own && (
          <p role="status" className="rounded-lg border border-line bg-wait-soft p-4 text-[13px]">
            The test environment shows the live brand until you publish something here.
          </p>
        )}
        <form
          ref={draft.element}
          method="post"
          noValidate
          className="grid gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            if (changes > 0 && !draft.dirty) setOpen("publish");
          }}
        >
          <fieldset disabled={!changeable} className="grid gap-6 *:min-w-0">
            <BrandFieldsets form={form} brand={brand} />
          </fieldset>
          <FormError message={form.formState.errors.root?.message} />
          <div className="sticky bottom-0 z-10 -mx-1 grid gap-2 border-line border-t bg-surface px-1 py-3">
            {draft.conflict ? <Conflict onTake={draft.takeTheirs} onKeep={draft.keepMine} /> : null}
            <div className="flex flex-wrap items-center gap-2">
              {!changeable && <p className="text-[13px] text-ink-soft">Owners and admins can change the brand.</p>}
              {changeable && (
                <Button type="submit" variant="primary" disabled={changes === 0 || draft.dirty}>
                  Publish to {environment} …
                </Button>
              )}
              {changeable && changes > 0 && (
                <Button variant="quiet" onClick={draft.discard}>
                  Discard draft
                </Button>
              )}
              {brand.version > 0 && (
                <Button variant="quiet" onClick={() => setOpen("versions")}>
                  Earlier versions
                </Button>
              )}
              <p role="status" className="wrap-anywhere min-w-0 flex-1 basis-48 text-ink-soft text-xs sm:text-right">
                <Standing
                  brand={brand}
                  changes={changes}
                  saving={draft.saving}
                  dirty={draft.dirty}
                  unreached={draft.unreached}
                />
              </p>
            </div>
          </div>
        </form>
      </div>
      <div className="max-lg:order-first lg:sticky lg:top-16">
        <PreviewFrame
          address={`${brand.previewUrl}/${language}?v=${brand.version}-${brand.draft.revision}`}
          what="The storefront as the draft would have it"
          note="Your storefront with this draft. Only people on your team see it here; travellers see it once you publish it."
        />
      </div>
      {open === "publish" && (
        <PublishDialog brand={brand} revision={draft.revision} onOpenChange={close} onDone={draft.adopt} />
      )}
      {open === "versions" && <VersionsDialog brand={brand} onOpenChange={close} onDone={draft.adopt} />}
    </div>
  );
}

type StandingProps = { brand: BrandRecord; changes: number; saving: boolean; dirty: boolean; unreached: boolean };

function Standing({ brand: { draft }, changes, saving, dirty, unreached }: StandingProps) {
  if (dirty && unreached) return "Not saved yet: the service could not be reached. We keep trying.";
  if (saving) return "Saving the draft …";
  if (dirty) return "Not saved: look at the marked field.";
  if (changes === 0) return "Everything is published.";
  return (
    <>
      {changes} {changes === 1 ? "change" : "changes"} in the draft, by {draft.editedBy}{" "}
      {draft.editedAt && <Time at={draft.editedAt} />}
    </>
  );
}

/** Nobody's work is replaced without a word. */
function Conflict({ onTake, onKeep }: { onTake(): Promise<void>; onKeep(): Promise<void> }) {
  return (
    <div role="alert" className="grid gap-2 rounded-lg border border-line bg-wait-soft p-3 text-[13px]">
      <p>Somebody else changed this draft while you were editing. What you typed is not saved.</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void onTake()}>Show their draft</Button>
        <Button onClick={() => void onKeep()}>Replace it with mine</Button>
      </div>
    </div>
  );
}
