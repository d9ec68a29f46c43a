import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NotificationList } from "#components/portal/notices/notification-list.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { notificationFilter } from "#server/domain/record/notifications/notification-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Notifications" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function NoticesPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, environment } = await openPortal((await params).env);
  const search = await readSearch(notificationFilter, searchParams);
  await prefetch(trpc.notices.list.queryOptions(search));
  return (
    <>
      <PageHeader
        title="Notifications"
        action={<ButtonLink href={`/${environment}/you#mails`}>E-mail settings</ButtonLink>}
      >
        What your team should know about the {environment} environment and the account.
      </PageHeader>
      <Hydrated state={hydration()}>
        <NotificationList />
      </Hydrated>
    </>
  );
}
