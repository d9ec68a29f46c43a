import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Board = Outputs["operator"]["board"];

const link = (href: string, text: string) => (
  <Link href={href} prefetch={false} className="text-accent hover:underline">
    {text}
  </Link>
);

const late = (since: Date | null) =>
  since ? (
    <>
      {" "}
      (oldest <Time at={since} />)
    </>
  ) : null;

/** Queues, and how old what we sell and sell at is. */
export function ServiceFacts({ board: { jobs, webhooks, mails, rates, catalogues } }: { board: Board }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
      <Card title="Queues" action={link("/operator/health", "Health")}>
        <Facts
          facts={[
            [
              "Jobs due",
              <span key="jobs">
                {jobs.waiting}
                {late(jobs.oldestAt)}, {jobs.running} running
              </span>,
            ],
            ["Jobs failed for good", jobs.failed],
            [
              "Webhooks due",
              <span key="webhooks">
                {webhooks.due}
                {late(webhooks.oldestDueAt)}, {webhooks.retrying} retrying
              </span>,
            ],
            ["Endpoints that fail", webhooks.failingEndpoints],
            [
              "Mails unsent",
              <span key="mails">
                {mails.unsent}
                {late(mails.oldestAt)}
                {mails.lastError && <span className="block text-bad text-xs">{mails.lastError}</span>}
              </span>,
            ],
          ]}
        />
      </Card>
      <Card title="Exchange rates" action={link("/operator/fx", "Rates")}>
        {rates.length === 0 ? (
          <p className="text-[13px] text-ink-soft">No account is kept in another currency.</p>
        ) : (
          <Facts
            facts={rates.map(({ currency, fetchedAt, fault, isEnding, pinned }): [string, ReactNode] => [
              currency,
              <span key={currency} className={fault ? "text-bad" : isEnding ? "text-wait" : undefined}>
                {pinned ? "pinned" : "fetched"} <Time at={fetchedAt} />
                {fault ? `, unusable: ${fault}` : isEnding ? ", ends soon" : ""}
              </span>,
            ])}
          />
        )}
      </Card>
      <Card title="Catalogues" action={link("/operator/suppliers", "Suppliers")}>
        <Facts
          facts={catalogues.map(({ supplier, name, readAt, failure }): [string, ReactNode] => [
            name,
            <span key={supplier} className={failure ? "text-bad" : undefined}>
              {readAt ? (
                <>
                  read <Time at={readAt} />
                </>
              ) : (
                "never read"
              )}
              {failure && `, last try failed: ${failure.slice(0, 120)}`}
            </span>,
          ])}
        />
      </Card>
    </div>
  );
}
