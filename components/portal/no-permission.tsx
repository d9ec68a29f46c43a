"use client";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { usePortal } from "./portal-context.tsx";

/** A page that the role does not include, nor the visit of an operator, who is on no team. */
export function NoPermission({ title, role }: { title: string; role: string }) {
  const { visits } = usePortal().viewer;
  return (
    <>
      <PageHeader title={title}>This page is not part of {visits ? "a visit" : "your role"}.</PageHeader>
      {visits ? (
        <EmptyState title="You look at this account read-only.">
          What changes something is done by its team, or in the operator area.
        </EmptyState>
      ) : (
        <EmptyState title={`You are on this team as ${role}.`}>
          An owner or admin can give you another role on the Team page, where the table of roles says what each may do.
        </EmptyState>
      )}
    </>
  );
}
