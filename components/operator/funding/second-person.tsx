"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";
import { Changes } from "./changes.tsx";
import { type Decision, KINDS } from "./decision-words.ts";

/** Yes or no to what somebody else asked for; who asked can only take it back. */
export function SecondPerson({
  decision,
}: {
  decision: Pick<
    Decision,
    | "id"
    | "kind"
    | "status"
    | "amount"
    | "currency"
    | "companyName"
    | "details"
    | "reason"
    | "startsAt"
    | "askedBy"
    | "isOwn"
  >;
}) {
  const { id, kind, status, amount, currency, companyName, details, startsAt, isOwn } = decision;
  const isScheduled = status === "scheduled";
  const isTakenBack = isOwn || isScheduled;
  const api = useApi().operator.decisions;
  const acted = useActed();
  const [note, setNote] = useState("");
  const approve = useMutation(api.approve.mutationOptions());
  const refuse = useMutation(api.refuse.mutationOptions());
  const facts = (
    <>
      <p>
        {KINDS[kind].one}
        {amount && currency && (
          <>
            {" "}
            of <Money amount={amount} currency={currency} />
          </>
        )}{" "}
        for {companyName ?? "every account"}, asked for by {decision.askedBy}: “{decision.reason}”
      </p>
      {details.changes && (
        <p className="rounded-md bg-sunken p-3 text-ink">
          <Changes details={details} />
        </p>
      )}
    </>
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
