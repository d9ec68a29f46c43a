import { Download } from "lucide-react";
import { accountPage } from "#components/operator/account-link.tsx";
import { LedgerTable } from "#components/operator/accounts/ledger-table.tsx";
import { StatementCard } from "#components/operator/accounts/statement.tsx";
import { addressOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { choice } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

const SHOWN_MONTHS = 24;

/** The latest months, the current one first: `2026-11`. */
function monthsUntil(now: Date): string[] {
  return Array.from({ length: SHOWN_MONTHS }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return month.toISOString().slice(0, 7);
  });
}

const lastDay = (month: string) => {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1, 0);
  return next.toISOString().slice(0, 10);
};

/** Every movement of a month, its sums, and the file. */
export async function MoneyTab({ code, search }: { code: string; search: Search }) {
  const { api } = await openOperator();
  const months = monthsUntil(new Date());
  const month = months.find((one) => one === textOf(search, "month")) ?? months[0]!;
  const period = { from: `${month}-01`, to: lastDay(month) };
  const [statement, ledger] = await Promise.all([
    api.accounts.statement({ code, month }),
    api.accounts.ledger({ code, ...period, before: cursorOf(search) }),
  ]);
  const path = accountPage(code);
  return (
    <>
      <FilterBar
        path={path}
        filters={{ month: choice("Month", "", months) }}
        texts={{ month }}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/ledger", { account: code, ...period })}>
            <Download aria-hidden /> CSV of {month}
          </DownloadLink>
        }
      >
        <input type="hidden" name="tab" value="money" />
      </FilterBar>
      <StatementCard statement={statement} />
      {ledger.items.length === 0 ? (
        <EmptyState title={`No money moved in ${month}.`}>Choose another month.</EmptyState>
      ) : (
        <>
          <LedgerTable entries={ledger.items} />
          <PageLinks
            path={path}
            search={{ tab: "money", month }}
            before={textOf(search, "before")}
            next={ledger.nextCursor}
          />
        </>
      )}
    </>
  );
}
