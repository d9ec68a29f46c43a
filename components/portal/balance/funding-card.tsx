"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { z } from "zod/mini";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { refusalOf, useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import { amountText } from "./amount-text.ts";
import { useCurrency } from "./use-currency.ts";

type Request = Outputs["balance"]["funding"][number];

const STATES: Record<Request["status"], { label: string; tone: Tone }> = {
  waiting: { label: "Waiting for the transfer", tone: "wait" },
  received: { label: "Received", tone: "good" },
  withdrawn: { label: "Withdrawn", tone: "final" },
};

const Schema = z.object({ amount: amountText() });

/** A bank transfer is announced, gets its reference, and shows as received when it is booked. */
export function FundingCard() {
  const currency = useCurrency();
  const { may } = usePortal();
  const query = useQuery(useApi().balance.funding.queryOptions());
  return (
    <Card
      title="Fund by bank transfer"
      lead="Announce the amount, then transfer it to the account named in your contract with the reference that you get."
    >
      <div className="grid gap-4 *:min-w-0">
        {may("balance:manage") && <Announce currency={currency} />}
        <QueryState query={query} loading={<Skeleton className="h-20" />}>
          {(requests) =>
            requests.length === 0 ? (
              <p className="text-[13px] text-ink-soft">No transfer was announced yet.</p>
            ) : (
              <ul aria-label="Announced transfers" className="grid max-h-80 gap-px overflow-y-auto">
                {requests.map((request) => (
                  <Announced key={request.id} request={request} changeable={may("balance:manage")} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
    </Card>
  );
}

function Announce({ currency }: { currency: string }) {
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(Schema, { amount: "" });
  const request = useMutation(
    api.balance.requestFunding.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ reference }) => {
        form.reset();
        toast(`Transfer with the reference ${reference}`);
        void cache.invalidateQueries(api.balance.funding.queryFilter());
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((given) => request.mutate(given))}>
      <Field label={`Amount, ${currency}`} error={errors.amount?.message}>
        <div className="flex gap-2">
          <Input inputMode="decimal" autoComplete="off" className="tabular-nums sm:w-40" {...form.register("amount")} />
          <Button type="submit" busy={request.isPending}>
            Announce
          </Button>
        </div>
      </Field>
      <FormError message={errors.root?.message} />
    </form>
  );
}

function Announced({ request, changeable }: { request: Request; changeable: boolean }) {
  const api = useApi();
  const cache = useQueryClient();
  const { id, reference, amount, currency, status, askedAt, receivedAmount, receivedAt } = request;
  const withdraw = useMutation(
    api.balance.withdrawFunding.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.balance.funding.queryFilter()),
      onError: (error) => toast("It could not be withdrawn", refusalOf(error).message),
    }),
  );
  return (
    <li className="grid gap-1 border-line border-t py-2.5 text-[13px]">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="inline-flex items-center gap-1 font-mono text-xs">
          {reference}
          <CopyButton text={reference} what="reference" />
        </span>
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
        <span>
          <Money amount={receivedAmount ?? amount} currency={currency} />, <Time at={receivedAt ?? askedAt} />
        </span>
        {status === "waiting" && changeable && (
          <Button size="small" variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
            Withdraw
          </Button>
        )}
      </span>
    </li>
  );
}
