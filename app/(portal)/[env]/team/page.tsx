import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { InviteButton } from "#components/portal/team/invite-button.tsx";
import { Team } from "#components/portal/team/team.tsx";
import { loadTeamTab } from "#components/portal/team/team-search.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { auditFilter } from "#server/domain/record/audit-log/audit-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Team" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function TeamPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, may } = await openPortal((await params).env);
  const { tab } = await loadTeamTab(searchParams);
  if (tab === "members") await prefetch(trpc.team.members.queryOptions(), trpc.team.invitations.queryOptions());
  if (tab === "roles") await prefetch(trpc.team.roles.queryOptions());
  if (tab === "audit" && may("audit:read"))
    await prefetch(trpc.team.audit.queryOptions(await readSearch(auditFilter, searchParams)));
  return (
    <>
      <PageHeader title="Team" action={may("team:manage") && <InviteButton />}>
        Your team, its roles, and the audit log.
      </PageHeader>
      <Hydrated state={hydration()}>
        <Team />
      </Hydrated>
    </>
  );
}
