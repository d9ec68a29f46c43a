import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** A page that the role does not include. */
export function NotYourRole({ title, role }: { title: string; role: string }) {
  return (
    <>
      <PageHeader title={title}>This page is not part of your role.</PageHeader>
      <EmptyState title={`You work here as ${role}.`}>An admin of the platform can give you another role.</EmptyState>
    </>
  );
}
