"use client";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { usePortal } from "./portal-context.tsx";

/** A record that this account does not have in this environment. */
export function MissingRecord({ title }: { title: string }) {
  const { environment, href } = usePortal();
  return (
    <>
      <PageHeader title={title}>Nothing with this name is in the {environment} environment.</PageHeader>
      <EmptyState
        title="Test and live records are separate."
        action={<ButtonLink href={href("")}>Go to the overview</ButtonLink>}
      >
        If you followed a link, switch to the other environment above, or look for it with the search.
      </EmptyState>
    </>
  );
}
