"use client";
import { GoLiveSteps } from "#components/portal/overview/go-live-steps.tsx";
import { Card } from "#components/ui/card.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { ApproveGoLive } from "./approve-go-live.tsx";
import { DeclineGoLive } from "./decline-go-live.tsx";

type Account = Outputs["operator"]["accounts"]["get"];

/** What the reseller has done, what they say of themselves, and our answer. */
export function GoLiveReview({ account }: { account: Account }) {
  const { code, companyName, goLive, money } = account;
  const { steps, request } = goLive;
  const waiting = request?.status === "waiting" ? request : null;
  return (
    <Card
      title={waiting ? "Asks to go live" : "Not live yet"}
      lead={
        waiting ? (
          <>
            {waiting.askedBy}, <Time at={waiting.askedAt} />
          </>
        ) : (
          "Signed up by themselves. The reseller has not asked to go live, or was declined."
        )
      }
      action={
        <May act="accounts:manage">
          <div className="flex flex-wrap gap-2">
            {waiting && <DeclineGoLive code={code} companyName={companyName} />}
            <ApproveGoLive code={code} companyName={companyName} currency={money.currency} plan={account.plan} />
          </div>
        </May>
      }
    >
      <div className="grid gap-5">
        {waiting && (
          <blockquote className="whitespace-pre-line border-line border-s-2 ps-3 text-[13px] [overflow-wrap:anywhere]">
            {waiting.about}
          </blockquote>
        )}
        {request?.status === "declined" && (
          <p className="text-[13px] text-ink-soft [overflow-wrap:anywhere]">
            Declined by {request.decidedBy}, <Time at={request.decidedAt!} />: {request.note}
          </p>
        )}
        <GoLiveSteps steps={steps} />
        {steps.terms && (
          <p className="text-[13px] text-ink-soft">
            <a href={`/terms?version=${steps.terms.version}`} target="_blank" rel="noreferrer" className="underline">
              Version {steps.terms.version} of the terms
            </a>{" "}
            was agreed to by {steps.terms.acceptedBy} on{" "}
            {steps.terms.acceptedAt.toISOString().slice(0, 16).replace("T", " ")} UTC.
          </p>
        )}
      </div>
    </Card>
  );
}
