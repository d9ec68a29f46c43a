import type { Metadata } from "next";
import { IncidentTable } from "#components/operator/incidents/incident-table.tsx";
import { OpenIncident } from "#components/operator/incidents/open-incident.tsx";
import { PublicNames } from "#components/operator/incidents/public-names.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage() {
  const { api, may } = await openOperator();
  const { incidents, parts } = await api.incidents.list();
  return (
    <>
      <PageHeader title="Incidents" action={may("incidents:manage") && <OpenIncident parts={parts} />}>
        What resellers and the public are told when something does not work, on the{" "}
        <a href="/status" className="text-accent underline">
          status page
        </a>{" "}
        and in the portal.
      </PageHeader>
      {incidents.length === 0 ? (
        <EmptyState title="No incident yet.">One click makes one of an alert; here they are opened by hand.</EmptyState>
      ) : (
        <IncidentTable incidents={incidents} parts={parts} />
      )}
      <PublicNames parts={parts} mayChange={may("incidents:manage")} />
    </>
  );
}
