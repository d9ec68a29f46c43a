"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { refusalOf } from "../refusal.ts";
import { useDebounced } from "../use-debounced.ts";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { MAIL_KINDS } from "./mail-kinds.ts";

type Words = Outputs["mailWords"]["get"];
type Kind = Words["kinds"][number]["kind"];
type Language = Words["own"];

const NAMES = new Intl.DisplayNames(["en"], { type: "language" });
const PLACES: Record<string, string> = { item: "the plan", number: "the order number", brand: "your name" };

/** Subject and a word of the reseller's own in each mail to travellers, beside the mail as it would arrive. */
export function MailWords() {
  const query = useQuery(useApi().mailWords.get.queryOptions(undefined, { refetchOnWindowFocus: false }));
  const [address, setAddress] = useQueryStates(
    { kind: parseAsString.withDefault("delivery"), language: parseAsString },
    { history: "replace" },
  );
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(words) => {
        const kind = words.kinds.find((known) => known.kind === address.kind)?.kind ?? "delivery";
        const language = words.languages.find((known) => known === address.language) ?? words.own;
        const mark = (one: Kind, its: Language) => (wordsOf(words, one, its) ? " · worded" : "");
        return (
          <>
            <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
              <Field label="Mail">
                <Select
                  value={kind}
                  options={words.kinds.map(({ kind: one }) => ({
                    value: one,
                    label: `${MAIL_KINDS[one]}${mark(one, language)}`,
                  }))}
                  onChange={(chosen) => void setAddress({ kind: chosen })}
                />
              </Field>
              <Field label="Language">
                <Select
                  value={language}
                  options={words.languages.map((one) => ({
                    value: one,
                    label: `${NAMES.of(one)}${mark(kind, one)}`,
                  }))}
                  onChange={(chosen) => void setAddress({ language: chosen })}
                />
              </Field>
            </div>
            <OneMail key={`${kind}-${language}`} words={words} kind={kind} language={language} />
          </>
        );
      }}
    </QueryState>
  );
}

const wordsOf = (words: Words, kind: Kind, language: Language) =>
  words.words.find((worded) => worded.kind === kind && worded.language === language);

const schemaOf = (z: Zod) => z.object({ subject: z.string(), note: z.string() });

function OneMail({ words, kind, language }: { words: Words; kind: Kind; language: Language }) {
  const { may, environment } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const { subject = "", note = "" } = wordsOf(words, kind, language) ?? {};
  const form = useForm(schemaOf, { subject, note });
  const changeable = may("brand:manage");
  const set = useMutation(
    api.mailWords.set.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("The words are saved", "They count from the next mail on.");
        void cache.invalidateQueries(api.mailWords.get.pathFilter());
      },
    }),
  );
  const places = words.kinds.find((known) => known.kind === kind)!.places;
  const { errors } = form.formState;
  const typed = useDebounced(JSON.stringify(form.watch(["subject", "note"])), 400);
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
      <Card
        title="Your words"
        lead="What a mail must say (what happened, codes, links, the order number) stays. A subject of yours replaces ours; your note stands behind the first paragraph."
      >
        <form
          method="post"
          noValidate
          aria-label="Your words"
          className="grid gap-4"
          onSubmit={form.handleSubmit((given) => set.mutate({ kind, language, ...given }))}
        >
          <fieldset disabled={!changeable} className="grid gap-4">
            <Field label="Subject" help="Empty: ours, as in the preview." error={errors.subject?.message}>
              <Input autoComplete="off" lang={language} maxLength={150} {...form.register("subject")} />
            </Field>
            <Field
              label="Note"
              help={`An empty line begins a paragraph. ${places.map((place) => `{${place}} is ${PLACES[place]}`).join(", ")}.`}
              error={errors.note?.message}
            >
              <TextArea rows={6} lang={language} maxLength={2_000} {...form.register("note")} />
            </Field>
          </fieldset>
          <FormError message={errors.root?.message} />
          {changeable ? (
            <Button type="submit" variant="primary" className="justify-self-start" busy={set.isPending}>
              Save for {environment}
            </Button>
          ) : (
            <p className="text-[13px] text-ink-soft">Owners and admins can change what mails say.</p>
          )}
        </form>
      </Card>
      <Preview kind={kind} language={language} typed={typed} />
    </div>
  );
}

/** The mail as it would arrive; what cannot be said is told instead. */
function Preview({ kind, language, typed }: { kind: Kind; language: Language; typed: string }) {
  const [subject, note] = JSON.parse(typed) as [string, string];
  const query = useQuery(
    useApi().mailWords.preview.queryOptions(
      { kind, language, subject, note },
      { placeholderData: keepPreviousData, retry: false },
    ),
  );
  return (
    <section aria-labelledby="mail-preview" className="grid gap-3 *:min-w-0">
      <h2 id="mail-preview" className="font-semibold text-sm">
        Preview
      </h2>
      {query.error && <FormError message={refusalOf(query.error).message} />}
      {query.data && (
        <>
          <p className="wrap-anywhere text-[13px]">
            <span className="text-ink-soft">Subject:</span> <span lang={language}>{query.data.subject}</span>
          </p>
          <iframe
            title="The mail as it would arrive"
            srcDoc={query.data.html}
            sandbox=""
            className="h-[640px] w-full rounded-lg border border-line bg-white"
          />
          <p className="text-ink-soft text-xs">
            Plan, number and codes are made up. Mail programs that are dark show it dark.
          </p>
        </>
      )}
    </section>
  );
}
