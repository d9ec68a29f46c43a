"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Select } from "#components/ui/select.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { PreviewFrame } from "../brand/preview-frame.tsx";
import { FormError } from "../form-error.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { refusalOf } from "../refusal.ts";
import { useForm } from "../use-form.ts";
import {
  type Fields,
  type Found,
  fieldsOf,
  type Language,
  NAMES,
  pathOf,
  schemaOf,
  titleOf,
  writtenOf,
} from "./page-fields.ts";
import { LEGAL_TITLES } from "./page-names.ts";

type PageEditorProps = {
  /** Of a legal page or one that exists; else what its address shall be, or nothing yet. */
  name: string;
  existing?: boolean;
};

/** Writes a page of the shop in as many languages as it has, beside the page itself as travellers would read it. */
export function PageEditor({ name, existing = false }: PageEditorProps) {
  const query = useQuery(useApi().pages.get.queryOptions(name, { refetchOnWindowFocus: false }));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(found) =>
        existing && !found.page ? (
          <MissingRecord title="Page of the shop" />
        ) : (
          <Editor key={String(existing)} found={found} wanted={name} />
        )
      }
    </QueryState>
  );
}

function Editor({ found, wanted }: { found: Found; wanted: string }) {
  const { page, languages, own, legal } = found;
  const { href, environment } = usePortal();
  const router = useRouter();
  const api = useApi();
  const cache = useQueryClient();
  const legalName = legal.find((known) => known === wanted) ?? null;
  const [language, setLanguage] = useState<Language>(own);
  const [removing, setRemoving] = useState(false);
  // Of what is in the form: what somebody else saves meanwhile is not taken for seen.
  const [revision, setRevision] = useState(page?.revision ?? 0);
  const form = useForm(schemaOf, fieldsOf(found, wanted));
  const { errors } = form.formState;
  const refused = (error: unknown) => {
    form.refuse(error);
    // What is wrong is shown, in whatever language it stands.
    const elsewhere = languages.find((code) => refusalOf(error).field?.endsWith(`_${code}`));
    if (elsewhere) setLanguage(elsewhere);
  };
  const save = useMutation(
    api.pages.save.mutationOptions({
      onError: refused,
      onSuccess: async (saved, { name, isShown }) => {
        setRevision(saved.revision);
        toast(
          "The page is saved",
          isShown ? "The shop shows it from the next page on." : "It is hidden until you show it.",
        );
        await cache.invalidateQueries(api.pages.pathFilter());
        void cache.invalidateQueries(api.law.pathFilter());
        if (!page) router.replace(href(`/storefront/pages/${name}/edit`));
      },
    }),
  );
  const remove = useMutation(
    api.pages.remove.mutationOptions({
      onError: (error) => {
        setRemoving(false);
        form.refuse(error);
      },
      onSuccess: () => {
        toast("The page is removed");
        void cache.invalidateQueries(api.pages.pathFilter());
        void cache.invalidateQueries(api.law.pathFilter());
        router.push(href("/storefront/pages"));
      },
    }),
  );
  const send = ({ name, isShown, ...texts }: Fields) =>
    save.mutate({
      ...{ name, isShown, revision },
      texts: Object.fromEntries(
        languages.map((code) => [code, { title: texts[`title_${code}`], body: texts[`body_${code}`] }]),
      ),
    });
  const isShown = form.watch("isShown");
  const title = legalName ? LEGAL_TITLES[legalName].title : page ? titleOf(page, own) : "New page";
  return (
    <>
      <PageHeader
        title={title}
        action={page && <Badge tone={page.isShown ? "good" : "wait"}>{page.isShown ? "Shown" : "Hidden"}</Badge>}
      >
        {legalName ? LEGAL_TITLES[legalName].lead : "Linked at the end of every page of the shop."}
      </PageHeader>
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <form
          method="post"
          noValidate
          aria-label={title}
          className="grid gap-5 *:min-w-0"
          onSubmit={form.handleSubmit(send)}
        >
          {page && !page.isOwn && (
            <p role="status" className="rounded-lg border border-line bg-wait-soft p-4 text-[13px]">
              This is the live page. The test environment shows it until you save another one here.
            </p>
          )}
          {!page && !legalName && (
            <Field
              label="Address"
              help="Cannot be changed later. The page is at /info/ and this, such as about-us."
              error={errors.name?.message}
            >
              <Input
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                className="font-mono"
                {...form.register("name")}
              />
            </Field>
          )}
          <Field
            label="Language"
            help={`Travellers who read a language without a text get the one in ${NAMES.of(own)}. Written: ${writtenOf(languages, form.watch())}.`}
          >
            <Select
              value={language}
              options={languages.map((value) => ({ value, label: NAMES.of(value)! }))}
              onChange={setLanguage}
            />
          </Field>
          <Field
            key={`title-${language}`}
            label="Title"
            help={legalName && "Empty: what such a page is called in the language."}
            error={errors[`title_${language}`]?.message}
          >
            <Input autoComplete="off" lang={language} maxLength={80} {...form.register(`title_${language}`)} />
          </Field>
          <Field
            key={`body-${language}`}
            label="Text"
            help="Markdown: # for a heading, an empty line between paragraphs, - for a list, **bold**, [words](https://…). HTML and pictures are not shown."
            error={errors[`body_${language}`]?.message}
          >
            <TextArea
              rows={18}
              lang={language}
              maxLength={40_000}
              className="font-mono text-[13px]"
              {...form.register(`body_${language}`)}
            />
          </Field>
          <Switch
            checked={isShown}
            onChange={(shown) => form.setValue("isShown", shown, { shouldDirty: true })}
            help="Hidden, it is in the preview only."
          >
            Shown in the {environment} shop
          </Switch>
          <FormError message={errors.root?.message} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save
            </Button>
            <ButtonLink href={href("/storefront/pages")}>Back to the pages</ButtonLink>
            {page?.isOwn && (
              <Button variant="quiet" onClick={() => setRemoving(true)}>
                Remove …
              </Button>
            )}
          </div>
        </form>
        <div className="lg:sticky lg:top-16">
          {page ? (
            <PreviewFrame
              address={`${found.previewUrl}/${language}/${pathOf(page.name)}?v=${revision}`}
              what="The page as it was saved"
              note="As it was saved last. Save to see what you typed."
            />
          ) : (
            <p className="text-[13px] text-ink-soft">
              Save the page, hidden if you like, to see it here as travellers will.
            </p>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove “${title}”?`}
        action="Remove the page"
        busy={remove.isPending}
        onConfirm={() => page && remove.mutate({ name: page.name, revision })}
      >
        <p>
          Its text is gone for good, and links to it lead to a page that says so. To keep the text, hide it instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
