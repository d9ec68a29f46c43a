import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AffectedTable } from "#components/operator/incidents/affected-table.tsx";
import { Timeline } from "#components/operator/incidents/timeline.tsx";
import { UpdateForm } from "#components/operator/incidents/update-form.tsx";
import { namesOf, STATES, severityName } from "#components/operator/incidents/words.ts";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator, orNotFound } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Incident" };

export default async function IncidentPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ id }, { api, may }] = await Promise.all([params, openOperator()]);
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const incident = await orNotFound(api.incidents.get({ id: Number(id) }));
  const { title, state, severity, components, parts, audience, alerts, affected, timeline, resolvedAt } = incident;
  return (
    <>
      <PageHeader
        title={title}
        action={<ButtonLink href={`/status/incidents/${id}`}>As the public sees it</ButtonLink>}
      >
        <span className="inline-flex flex-wrap items-center gap-2">
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          {severityName(severity)} · {namesOf(components, parts)}
        </span>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <section aria-labelledby="affected" className="grid grid-cols-1 gap-3">
            <h2 id="affected" className="font-semibold text-sm">
              Affected accounts
            </h2>
            <AffectedTable accounts={affected} all={incident.accounts} />
          </section>
          <Card title="What was said">
            <Timeline updates={timeline} />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {resolvedAt === null && may("incidents:manage") && <UpdateForm key={incident.updates} incident={incident} />}
          <Card title="Facts">
            <Facts
              facts={[
                ["Began", <Time key="began" at={incident.beganAt} />],
                ["Opened", <Time key="opened" at={incident.openedAt} />],
                ["By", incident.openedBy],
                ["Resolved", resolvedAt ? <Time key="resolved" at={resolvedAt} /> : "Not yet"],
                ["In the portal of", audience === "all" ? "All accounts" : "Affected accounts"],
                ...alerts.map(
                  (alert) =>
                    [
                      `Alert ${alert.id}`,
                      alert.closedAt ? (
                        <>
                          Well again <Time at={alert.closedAt} />
                        </>
                      ) : (
                        "Still open"
                      ),
                    ] as const,
                ),
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
