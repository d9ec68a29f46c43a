import type { Metadata } from "next";
import { choiceOf, type Search, textOf } from "#components/operator/address.ts";
import { BookingForm } from "#components/operator/funding/booking-form.tsx";
import { NotYourRole } from "#components/operator/not-your-role.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Book money" };

export default async function BookPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { viewer, may } = await openOperator();
  if (!may("money:move")) return <NotYourRole title="Book money" role={viewer.role} />;
  const sent = await searchParams;
  const kind = choiceOf(sent, "kind", ["deposit", "adjustment", "refund"]) ?? "deposit";
  return (
    <>
      <PageHeader title="Book money">You confirm the details before anything is booked.</PageHeader>
      <BookingForm account={textOf(sent, "account")} kind={kind} />
    </>
  );
}
