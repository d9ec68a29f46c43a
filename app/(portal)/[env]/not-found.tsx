import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Nothing here">There is no such page or record in this environment.</PageHeader>
      <EmptyState title="Test and live records are invisible to each other.">
        If you followed a link, try the other environment with the switch above, or search for the record with ⌘K.
      </EmptyState>
    </>
  );
}
