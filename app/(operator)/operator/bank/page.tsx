import type { Metadata } from "next";
import { BankForm } from "#components/operator/bank/bank-form.tsx";
import { May } from "#components/operator/operator-context.tsx";
import { inGroups } from "#components/portal/balance/in-groups.ts";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Bank accounts" };

export default async function BankPage() {
  const { api } = await openOperator();
  const accounts = await api.bankAccounts();
  return (
    <>
      <PageHeader title="Bank accounts">
        Where resellers transfer money to, one account for each currency. They see it with the reference to quote when
        they announce a transfer. A change takes effect once a second person approves it.
      </PageHeader>
      {accounts.length === 0 && (
        <EmptyState title="No bank account is shown yet.">
          Until there is one, resellers are pointed to the bank account in their contract.
        </EmptyState>
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        {accounts.map(({ currency, holder, bank, number, bic, note }) => (
          <Card key={currency} title={currency}>
            <Facts
              facts={[
                ["Account holder", holder],
                ["Bank", bank],
                ["Account number", inGroups(number)],
                ...(bic ? [["BIC", bic] as const] : []),
                ...(note ? [["Note", note] as const] : []),
              ]}
            />
          </Card>
        ))}
        <May act="money:move">
          <BankForm />
        </May>
      </div>
    </>
  );
}
