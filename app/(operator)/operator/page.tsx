import { Board } from "#components/operator/board/board.tsx";
import { Concerns } from "#components/operator/concerns.tsx";
import { PlatformNotifications } from "#components/operator/platform-notifications.tsx";
import { Figure } from "#components/portal/overview/figure.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export default async function OperatorOverviewPage() {
  const { api } = await openOperator();
  const today = new Date().toISOString().slice(0, 10);
  const [concerns, board, notices, { days }, reserved] = await Promise.all([
    api.concerns(),
    api.board(),
    api.notices(),
    api.numbers.get({ by: "supplier", from: today, to: today }),
    api.books.reserved(),
  ]);
  const day = days[0];
  return (
    <>
      <PageHeader title="Overview">What needs your attention, and how the platform is doing.</PageHeader>
      <Concerns initial={concerns} />
      <Board initial={board} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Figure
          name="Revenue today"
          value={<Money amount={Number(day?.revenueUsd ?? 0).toFixed(2)} currency="USD" />}
          href="/operator/numbers"
        >
          {day?.orders ?? 0} live orders since midnight UTC
        </Figure>
        <Figure
          name="Reserved"
          value={
            reserved.length === 0
              ? "Nothing"
              : reserved.map(({ currency, amount }) => (
                  <span key={currency} className="block">
                    <Money amount={amount} currency={currency} />
                  </span>
                ))
          }
          href="/operator/books"
        >
          {reserved.reduce((sum, { count }) => sum + count, 0)} orders and top-ups charged and not delivered yet
        </Figure>
      </div>
      <PlatformNotifications notices={notices} />
    </>
  );
}
