import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here">There is no such page or record.</PageHeader>
      <EmptyState
        title="It may have been resolved meanwhile."
        action={<ButtonLink href="/operator">To the overview</ButtonLink>}
      >
        Past decisions are in the audit log, under their reference.
      </EmptyState>
    </>
  );
}
