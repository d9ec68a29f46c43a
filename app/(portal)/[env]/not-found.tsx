import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here">This page or record does not exist in this environment.</PageHeader>
      <EmptyState
        title="Test and live records are separate."
        action={<ButtonLink href="/portal">Go to the overview</ButtonLink>}
      >
        If you followed a link, switch to the other environment above, or look for it with the search.
      </EmptyState>
    </>
  );
}
