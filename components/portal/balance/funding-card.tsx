"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
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
import { readTyped } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { BankDetails } from "./bank-details.tsx";
import { useCurrency } from "./use-currency.ts";

type Request = Outputs["balance"]["funding"]["requests"][number];

const STATES: Record<Request["status"], { transfer: string; card: string; tone: Tone }> = {
  waiting: { transfer: "Waiting for the transfer", card: "Not paid yet", tone: "wait" },
  received: { transfer: "Received", card: "Received", tone: "good" },
  withdrawn: { transfer: "Withdrawn", card: "Not paid", tone: "final" },
};

/** While a card payment waits, its outcome is a matter of seconds. */
const POLL_MS = 5_000;

/** A bank transfer is announced, gets its reference, and shows as received when it is booked; a card is booked when paid. */
export function FundingCard() {
  const currency = useCurrency();
  const { may } = usePortal();
  const [paidNow, waits] = useReturn();
  const query = useQuery(useApi().balance.funding.queryOptions(undefined, { refetchInterval: waits && POLL_MS }));
  const paid = query.data?.requests.find(({ reference }) => reference === paidNow);
  return (
    <Card
      title={query.data?.byCard ? "Fund by bank transfer or card" : "Fund by bank transfer"}
      lead={
        query.data?.bank
          ? "Announce the amount, then transfer it, quoting the reference you get."
          : "Announce the amount, then transfer it to the bank account in your contract, quoting the reference you get."
      }
    >
      <div className="grid gap-4 *:min-w-0">
        <p role="status" className="text-[13px] empty:hidden">
          {paid && RETURNS[paid.status]}
        </p>
        {may("balance:manage") && <Announce currency={currency} byCard={query.data?.byCard ?? false} />}
        <QueryState query={query} loading={<Skeleton className="h-20" />}>
          {({ requests, bank }) => (
            <>
              {bank && <BankDetails bank={bank} reference={requests.find(isAwaited)?.reference} />}
              {requests.length === 0 ? (
                <p className="text-[13px] text-ink-soft">No transfers announced yet.</p>
              ) : (
                <ul aria-label="Funding" className="grid max-h-80 gap-px overflow-y-auto">
                  {requests.map((request) => (
                    <Announced key={request.id} request={request} changeable={may("balance:manage")} />
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryState>
      </div>
    </Card>
  );
}

/** The newest of them is the one that somebody is about to transfer. */
const isAwaited = ({ method, status }: Request): boolean => method === "transfer" && status === "waiting";

/** What is said to somebody who comes back from the payment page. */
const RETURNS: Record<Request["status"], string> = {
  waiting: "The payment is not confirmed yet. You can leave this page; it updates as soon as the payment is confirmed.",
  received: "The payment has arrived and is in your wallet.",
  withdrawn: "The payment was not made. Nothing was charged.",
};

/** Coming back from the payment page, the provider is asked at once. The reference, and whether to look again and again. */
function useReturn(): [reference: string | null, waits: boolean] {
  const [reference] = useQueryState("funded");
  const api = useApi();
  const cache = useQueryClient();
  const { mutate } = useMutation(
    api.balance.checkCard.mutationOptions({
      onSuccess: () => {
        void cache.invalidateQueries(api.balance.funding.queryFilter());
        void cache.invalidateQueries(api.balance.get.queryFilter());
      },
    }),
  );
  useEffect(() => {
    if (reference) mutate({ reference });
  }, [reference, mutate]);
  const known = cache.getQueryData(api.balance.funding.queryKey())?.requests;
  return [reference, known?.find((request) => request.reference === reference)?.status === "waiting"];
}

function Announce({ currency, byCard }: { currency: string; byCard: boolean }) {
  const api = useApi();
  const cache = useQueryClient();
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (words: string) => {
    setRefused(words);
    field.current?.focus();
  };
  const onError = (error: unknown) => refuse(refusalOf(error).message);
  const request = useMutation(
    api.balance.requestFunding.mutationOptions({
      onError,
      onSuccess: ({ reference }) => {
        setTyped("");
        toast(`Transfer with the reference ${reference}`);
        void cache.invalidateQueries(api.balance.funding.queryFilter());
      },
    }),
  );
  const pay = useMutation(
    api.balance.payByCard.mutationOptions({ onError, onSuccess: ({ url }) => window.location.assign(url) }),
  );
  const send = (act: typeof request | typeof pay) => {
    const amount = readTyped(typed);
    if (typeof amount !== "string") return refuse(amount.refused);
    setRefused(undefined);
    act.mutate({ amount });
  };
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(request);
      }}
    >
      <Field label={`Amount, ${currency}`} error={refused}>
        <div className="flex flex-wrap gap-2">
          <Input
            ref={field}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            className="w-full tabular-nums sm:w-40"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" busy={request.isPending}>
            Announce transfer
          </Button>
          {byCard && (
            <Button busy={pay.isPending || pay.isSuccess} onClick={() => send(pay)}>
              Pay by card
            </Button>
          )}
        </div>
      </Field>
    </form>
  );
}

function Announced({ request, changeable }: { request: Request; changeable: boolean }) {
  const api = useApi();
  const cache = useQueryClient();
  const { id, method, reference, amount, currency, status, askedAt, receivedAmount, receivedAt, paymentUrl } = request;
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
        <Badge tone={STATES[status].tone}>{STATES[status][method]}</Badge>
      </span>
      <span className="flex flex-wrap items-center justify-between gap-2 text-ink-soft">
        <span>
          <Money amount={receivedAmount ?? amount} currency={currency} />, {request.automatic ? "automatic" : method}
          <span className="block">
            <Time at={receivedAt ?? askedAt} exact />
          </span>
          {request.failure && <span className="block break-words">{request.failure}</span>}
        </span>
        {status === "waiting" && changeable && paymentUrl && (
          <a href={paymentUrl} className="font-medium text-accent hover:underline">
            Go on to pay
          </a>
        )}
        {status === "waiting" && changeable && method === "transfer" && (
          <Button size="small" variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
            Withdraw
          </Button>
        )}
      </span>
    </li>
  );
}
