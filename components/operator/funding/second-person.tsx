"use client";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";
import { Changes } from "./changes.tsx";
import { type Decision, KINDS } from "./decision-words.ts";

type Asked = Pick<
  Decision,
  | "kind"
  | "amount"
  | "currency"
  | "accountCode"
  | "companyName"
  | "subject"
  | "bankReference"
  | "details"
  | "reason"
  | "askedBy"
>;

/** All that is agreed to: names alone tell neither two accounts of one company apart, nor two payments of one amount. */
function factsOf(asked: Asked): [string, ReactNode][] {
  const { kind, amount, currency, accountCode, companyName, subject, bankReference, details, reason, askedBy } = asked;
  const { as, supplierReference, order, withoutAnswer } = details;
  const named = NAMED.flatMap(([known, name]): [string, string][] => (known === kind ? [[name, subject]] : []));
  return [
    ["What", as ? `${KINDS[kind].one}: ${as}` : KINDS[kind].one],
    ...(amount && currency
      ? ([
          ["Amount", <Money key="amount" amount={amount} currency={currency} signed={kind === "adjustment"} />],
        ] as const)
      : []),
    ...(accountCode
      ? ([["Account", `${companyName}, ${accountCode}`]] as const)
      : named.length > 0
        ? []
        : ([["Account", "Every account"]] as const)),
    ...named,
    ...(bankReference ? ([["Bank reference", bankReference]] as const) : []),
    ...(supplierReference ? ([["Supplier’s reference", supplierReference]] as const) : []),
    ...(order ? ([["For the order", order]] as const) : []),
    ...(withoutAnswer ? ([["Supplier", "Has not answered"]] as const) : []),
    ["Asked for by", askedBy],
    ["Why", reason],
  ] as [string, ReactNode][];
}

/** What is about one thing of an account's, or of nobody's. */
const NAMED: [Decision["kind"], string][] = [
  ["refund", "Order"],
  ["review", "Case"],
  ["difference", "Difference"],
];

/** Yes or no to what somebody else asked for; who asked can only take it back. */
export function SecondPerson({
  decision,
}: {
  decision: Asked & Pick<Decision, "id" | "status" | "startsAt" | "isOwn">;
}) {
  const { id, kind, status, details, startsAt, isOwn } = decision;
  const isScheduled = status === "scheduled";
  const isTakenBack = isOwn || isScheduled;
  const api = useApi().operator.decisions;
  const acted = useActed();
  const [note, setNote] = useState("");
  const approve = useMutation(api.approve.mutationOptions());
  const refuse = useMutation(api.refuse.mutationOptions());
  const facts = (
    <div className="grid gap-3 rounded-md bg-sunken p-3 text-ink">
      <Facts facts={factsOf(decision)} />
      {details.changes && (
        <p>
          <Changes details={details} />
        </p>
      )}
    </div>
  );
  const ended = (what: string, done: () => void) => ({
    onSuccess: () => {
      acted(what);
      done();
    },
  });
  return (
    <div className="flex justify-end gap-1 max-sm:w-full">
      {!isOwn && !isScheduled && (
        <ActButton
          label="Approve"
          question={`Approve this ${KINDS[kind].one.toLowerCase()}?`}
          size="small"
          variant="primary"
          act={approve}
          run={(done) =>
            approve.mutate({ id, note: "" }, ended(startsAt ? "Approved for its time" : "Approved and done", done))
          }
        >
          {facts}
          <p>
            {startsAt ? (
              <>
                It takes effect at its time: <Time at={startsAt} exact />.
              </>
            ) : (
              "It takes effect immediately."
            )}
          </p>
        </ActButton>
      )}
      <ActButton
        label={isTakenBack ? "Withdraw" : "Refuse"}
        question={
          isScheduled
            ? "Withdraw this scheduled change?"
            : isOwn
              ? "Withdraw this request?"
              : `Refuse this ${KINDS[kind].one.toLowerCase()}?`
        }
        size="small"
        act={refuse}
        danger
        run={(done) => refuse.mutate({ id, note }, ended(isTakenBack ? "Withdrawn" : "Refused", done))}
      >
        {facts}
        <Field label="Why">
          <Input value={note} onChange={(event) => setNote(event.target.value)} autoComplete="off" />
        </Field>
      </ActButton>
    </div>
  );
}
