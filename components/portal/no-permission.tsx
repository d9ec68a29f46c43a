import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** A page that the role does not include. */
export function NoPermission({ title, role }: { title: string; role: string }) {
  return (
    <>
      <PageHeader title={title}>This page is not part of your role.</PageHeader>
      <EmptyState title={`You are on this team as ${role}.`}>
        An owner or admin can give you another role on the Team page, where the table of roles says what each may do.
      </EmptyState>
    </>
  );
}
