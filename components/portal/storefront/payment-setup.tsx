"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { MissingSeen } from "../law/missing-seen.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type Setup = Outputs["storefront"]["payments"];

/** Who takes travellers' money: the reseller's own Stripe account, or in test the built-in page. Below it what else is about payments. */
export function PaymentSetup({ children }: { children: ReactNode }) {
  const { may } = usePortal();
  const query = useQuery(useApi().storefront.payments.queryOptions());
  return (
    <QueryState query={query}>
      {(setup) => (
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <div className="grid gap-6 *:min-w-0">
            <Standing setup={setup} changeable={may("balance:manage")} />
            {children}
          </div>
          {may("balance:manage") ? (
            <KeysForm setup={setup} />
          ) : (
            <p className="text-[13px] text-ink-soft">Owners, admins and finance can connect a payment provider.</p>
          )}
        </div>
      )}
    </QueryState>
  );
}

const WORDS = {
  stripe: {
    title: "Stripe takes the payments",
    lead: "Travellers pay on Stripe's own page, into your Stripe account. Refunds go back from there.",
  },
  test: {
    title: "The test payment page",
    lead: "A click replaces the card, in the test environment only. Connect Stripe's test keys to try the real page.",
  },
  none: {
    title: "Closed for sale",
    lead: "The storefront is visible but takes no payments until Stripe is connected.",
  },
};

function Standing({ setup, changeable }: { setup: Setup; changeable: boolean }) {
  const { title, lead } = WORDS[setup.provider ?? "none"];
  return (
    <Card
      title={title}
      lead={lead}
      action={
        <Badge tone={setup.provider ? "good" : "wait"}>{setup.provider ? "Takes payments" : "No provider"}</Badge>
      }
    >
      {setup.provider === "stripe" ? (
        <div className="grid justify-items-start gap-4">
          <div className="w-full">
            <Facts
              facts={[
                [
                  "Secret key",
                  <code key="k" className="font-mono text-xs">
                    {setup.keyHint}
                  </code>,
                ],
                [
                  "Webhook",
                  setup.hasWebhookSecret
                    ? "Signed, listened to"
                    : "Not set: we poll Stripe instead, which takes a little longer",
                ],
              ]}
            />
          </div>
          {changeable && <Disconnect />}
        </div>
      ) : (
        <p className="text-[13px] text-ink-soft">
          {setup.provider === "test"
            ? "Nothing is charged, and eSIMs are test eSIMs."
            : "Payments are not possible at the moment."}
        </p>
      )}
    </Card>
  );
}

function Disconnect() {
  const { environment } = usePortal();
  const [open, setOpen] = useState(false);
  const api = useApi();
  const cache = useQueryClient();
  const remove = useMutation(
    api.storefront.removeStripeKeys.mutationOptions({
      onSuccess: () => {
        setOpen(false);
        toast("Stripe is disconnected");
        void cache.invalidateQueries(api.storefront.pathFilter());
      },
      onError: (error) => toast("It could not be disconnected", refusalOf(error).message),
    }),
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>Disconnect Stripe</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Disconnect Stripe?"
        action="Disconnect Stripe"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>
          {environment === "live"
            ? "The storefront then takes no more orders."
            : "Test purchases then use the built-in payment page."}{" "}
          Refunds that are under way wait until keys are here again.
        </p>
      </ConfirmDialog>
    </>
  );
}

const optional = (z: Zod, pattern: RegExp, sentence: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === "" || pattern.test(text), sentence),
  );

function KeysForm({ setup }: { setup: Setup }) {
  const { environment } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const schemaOf = (z: Zod) =>
    z.object({
      secret_key: z
        .string()
        .check(
          z.trim(),
          z.regex(
            new RegExp(`^(sk|rk)_${environment}_`),
            `The secret key of the ${environment} environment starts with sk_${environment}_ or rk_${environment}_.`,
          ),
        ),
      webhook_secret: optional(z, /^whsec_/, "The signing secret of a webhook starts with whsec_."),
    });
  const form = useForm(schemaOf, { secret_key: "", webhook_secret: "" });
  const opens = environment === "live" && setup.provider === null;
  const [missingSeen, setMissingSeen] = useState(false);
  const { data: missing = [] } = useQuery(api.law.missing.queryOptions(undefined, { enabled: opens }));
  const set = useMutation(
    api.storefront.setStripeKeys.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        form.reset();
        toast("Stripe is connected", "The key works.");
        void cache.invalidateQueries(api.storefront.pathFilter());
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <Card
      title={setup.provider === "stripe" ? "Change the keys" : "Connect Stripe"}
      lead="We test keys before saving them, store them encrypted, and never show them again."
    >
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ secret_key, webhook_secret }) =>
          set.mutate({ secretKey: secret_key, webhookSecret: webhook_secret || undefined, missingSeen }),
        )}
      >
        <Field
          label="Secret key"
          help="In Stripe under Developers, API keys. A restricted key needs Checkout Sessions and Refunds (write), Balance and PaymentIntents (read)."
          error={errors.secret_key?.message}
        >
          <Input type="password" autoComplete="off" spellCheck={false} {...form.register("secret_key")} />
        </Field>
        <div className="grid gap-1.5 text-[13px]">
          <p className="font-medium">Webhook address</p>
          <p className="flex items-center justify-between gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 break-all font-mono text-xs">{setup.webhookUrl}</code>
            <CopyButton text={setup.webhookUrl} what="webhook address" />
          </p>
          <p className="text-ink-soft text-xs">
            Enter it in Stripe under Developers, Webhooks, for checkout.session.completed (also for cards that are
            saved), .expired, .async_payment_succeeded and .async_payment_failed, and for charge.refunded,
            refund.failed, charge.dispute.created and .closed: what goes back, or is asked back, is then known here at
            once.
          </p>
        </div>
        <Field
          label="Signing secret of the webhook"
          help="Recommended: orders are placed the moment a traveller has paid."
          error={errors.webhook_secret?.message}
        >
          <Input type="password" autoComplete="off" spellCheck={false} {...form.register("webhook_secret")} />
        </Field>
        {opens && (
          <MissingSeen missing={missing} seen={missingSeen} onChange={setMissingSeen} words="Open without it" />
        )}
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" className="justify-self-start" busy={set.isPending}>
          {setup.provider === "stripe" ? "Change keys" : "Connect Stripe"}
        </Button>
      </form>
    </Card>
  );
}
