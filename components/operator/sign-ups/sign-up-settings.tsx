"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ActButton } from "../act-button.tsx";
import { May } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

type Settings = Outputs["operator"]["signUps"]["settings"];

/** Whether strangers can open an account, and what they agree to. */
export function SignUpSettings({ settings }: { settings: Settings }) {
  const { open, terms, changedBy, changedAt } = settings;
  const acted = useActed();
  const set = useMutation(useApi().operator.signUps.setOpen.mutationOptions());
  return (
    <Card
      title="Self sign-up"
      lead="At /sign-up, with a link from the sign-in page. Test opens once the e-mail address is confirmed; live waits for you."
      action={<Badge tone={open ? "good" : "final"}>{open ? "Open" : "Closed"}</Badge>}
    >
      <div className="flex flex-wrap items-center justify-between gap-3 text-[13px] text-ink-soft">
        <span>
          {terms ? `Version ${terms.version} of the terms. ` : "Publish the terms before you open it. "}
          {open ? "Opened" : "Closed"} by {changedBy}, <Time at={changedAt} />
        </span>
        {terms && (
          <May act="accounts:manage">
            <ActButton
              label={open ? "Close sign-up" : "Open sign-up"}
              question={open ? "Close sign-up?" : "Open sign-up to everybody?"}
              act={set}
              danger={open}
              variant={open ? undefined : "primary"}
              run={(done) =>
                set.mutate(
                  { open: !open },
                  {
                    onSuccess: () => {
                      acted(open ? "Sign-up is closed" : "Sign-up is open");
                      done();
                    },
                  },
                )
              }
            >
              {open ? (
                <p>
                  The page says that it is closed, and links that were mailed open nothing. Accounts that exist stay as
                  they are.
                </p>
              ) : (
                <p>
                  Whoever confirms an e-mail address has a test environment at once. Live stays closed until you open
                  it.
                </p>
              )}
            </ActButton>
          </May>
        )}
      </div>
    </Card>
  );
}

/** A new version holds for whoever signs up from now on. */
export function TermsForm({ terms }: { terms: Settings["terms"] }) {
  const acted = useActed();
  const [text, setText] = useState(terms?.text ?? "");
  const publish = useMutation(
    useApi().operator.signUps.publishTerms.mutationOptions({
      onSuccess: ({ version }) => acted(`Version ${version} is in force`),
    }),
  );
  const refusal = publish.error ? refusalOf(publish.error) : undefined;
  return (
    <Card
      title="Terms"
      lead={
        terms ? (
          <>
            Version {terms.version}, published by {terms.publishedBy}, <Time at={terms.publishedAt} />.{" "}
            <a href="/terms" target="_blank" rel="noreferrer" className="text-accent underline">
              Read it as resellers do
            </a>
          </>
        ) : (
          "What resellers agree to when they sign up. Each version is kept, with who agreed to it and when."
        )
      }
    >
      <May act="accounts:manage">
        <form
          method="post"
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            publish.mutate({ text });
          }}
        >
          <Field
            label="Text"
            help="Paragraphs with an empty line between them; ## begins a heading, - or 1. a list."
            error={refusal?.field === "text" ? refusal.message : undefined}
          >
            <TextArea rows={14} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
          <FormError message={refusal?.field === "text" ? undefined : refusal?.message} />
          <div>
            <Button type="submit" variant="primary" busy={publish.isPending} disabled={text.trim() === terms?.text}>
              {terms ? "Publish a new version" : "Publish the terms"}
            </Button>
          </div>
        </form>
      </May>
    </Card>
  );
}
