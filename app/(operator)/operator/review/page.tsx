import type { Metadata } from "next";
import Link from "next/link";
import { ReviewTable } from "#components/operator/review/review-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Review queue" };

export default async function ReviewPage() {
  const { api } = await openOperator();
  const { reviews, lookedFor } = await api.reviews.list();
  return (
    <>
      <PageHeader title="Review queue">
        Orders and actions without a confirmed outcome, and differences between our records and those of a supplier or
        the payment provider. We keep looking for a day; then a person decides.
      </PageHeader>
      {lookedFor > 0 && (
        <p className="rounded-lg border border-line bg-raised p-4 text-[13px]">
          {lookedFor} paid for and without an outcome {lookedFor === 1 ? "is" : "are"} still looked for.{" "}
          <Link href="/operator#open" className="text-accent hover:underline">
            See them on the overview
          </Link>
        </p>
      )}
      {reviews.length === 0 ? (
        <EmptyState title={lookedFor > 0 ? "Nothing to decide yet." : "Nothing to review."}>
          A case appears here when a supplier does not answer and its records do not show what happened.
        </EmptyState>
      ) : (
        <ReviewTable reviews={reviews} />
      )}
    </>
  );
}
