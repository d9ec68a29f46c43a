import type { Metadata } from "next";
import { AnnouncementList } from "#components/operator/announcements/announcement-list.tsx";
import { Publish } from "#components/operator/announcements/publish.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Announcements" };

export default async function AnnouncementsPage() {
  const { api, may } = await openOperator();
  const announcements = await api.announcements.list();
  return (
    <>
      <PageHeader title="Announcements" action={may("announcements:manage") && <Publish />}>
        Shown to resellers on the overview page of their portal.
      </PageHeader>
      {announcements.length === 0 ? (
        <EmptyState title="No announcements yet.">For planned maintenance, new suppliers and price changes.</EmptyState>
      ) : (
        <AnnouncementList announcements={announcements} />
      )}
    </>
  );
}
