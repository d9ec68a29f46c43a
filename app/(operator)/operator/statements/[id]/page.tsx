import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readPageFrame } from "#app/page-frame.ts";
import { cursorOf, type Search } from "#components/operator/address.ts";
import { PageLinks } from "#components/operator/page-links.tsx";
import { DifferenceList } from "#components/operator/statements/difference-list.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator, orNotFound } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Supplier statement" };

const dayOf = (at: Date, before = 0) => new Date(at.getTime() - before).toISOString().slice(0, 10);

type Asked = { params: Promise<{ id: string }>; searchParams: Promise<Search> };

export default async function StatementPage({ params, searchParams }: Asked) {
  const [{ id }, sent, { api }, { locale }] = await Promise.all([
    params,
    searchParams,
    openOperator(),
    readPageFrame(),
  ]);
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const skip = Math.min(cursorOf(sent) ?? 0, 1_000_000);
  const statement = await orNotFound(api.statements.get({ id: Number(id), skip }));
  const { supplierName, fileName, periodFrom, periodTo, lines, matched, seenBefore, skipped, found, next } = statement;
  const count = (n: number) => n.toLocaleString(locale);
  return (
    <>
      <PageHeader title={`Statement of ${supplierName}`}>
        <span className="[overflow-wrap:anywhere]">{fileName}</span>, {dayOf(periodFrom)} to {dayOf(periodTo, 1)}
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_280px]">
        {statement.differences === 0 ? (
          <EmptyState title="Nothing differs.">Every line is what we have, and nothing of ours is missing.</EmptyState>
        ) : (
          <div className="grid min-w-0 grid-cols-1 gap-2">
            <DifferenceList differences={found} />
            {statement.differences > found.length && (
              <p className="text-[13px] text-ink-soft">
                {found.length === 0
                  ? `There are ${count(statement.differences)} differences, and none from here on.`
                  : `${count(skip + 1)} to ${count(skip + found.length)} of ${count(statement.differences)}: those that are open come first.`}
              </p>
            )}
            <PageLinks
              path={`/operator/statements/${id}`}
              search={{}}
              before={skip > 0 ? String(skip) : undefined}
              next={next}
              words={{ back: "First", on: "More" }}
            />
          </div>
        )}
        <Card title="Facts">
          <Facts
            facts={[
              ["Lines", count(lines)],
              ["Match", count(matched)],
              ["Known before", count(seenBefore)],
              ["Without a reference", count(skipped)],
              ["Differences", count(statement.differences)],
              ["Open", count(statement.open)],
              ["Total", <Money key="total" amount={statement.total} currency="USD" />],
              ["Uploaded", <Time key="at" at={statement.uploadedAt} />],
              ["By", statement.uploadedBy],
            ]}
          />
        </Card>
      </div>
    </>
  );
}
