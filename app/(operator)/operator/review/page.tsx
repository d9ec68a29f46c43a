import type { Metadata } from "next";
import { ReviewTable } from "#components/operator/review/review-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Review queue" };

export default async function ReviewPage() {
  const { api } = await openOperator();
  const reviews = await api.reviews.list();
  return (
    <>
      <PageHeader title="Review queue">
        Orders and actions whose outcome at a supplier is unknown, which are looked for during a day, and differences
        between a supplier's or the payment provider's record and ours. People decide.
      </PageHeader>
      {reviews.length === 0 ? (
        <EmptyState title="No outcome is unknown.">
          A case appears here when a supplier gave no answer and its records did not show what happened.
        </EmptyState>
      ) : (
        <ReviewTable reviews={reviews} />
      )}
    </>
  );
}
