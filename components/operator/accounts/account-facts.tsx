import { OwedList } from "#components/portal/balance/owed-list.tsx";
import { ExportLink } from "#components/portal/export-link.tsx";
import { Card } from "#components/ui/card.tsx";
import { Count } from "#components/ui/count.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { AutoFunding } from "./auto-funding.tsx";

type Account = Outputs["operator"]["accounts"]["get"];

export function AccountFacts({ account }: { account: Account }) {
  const { money, limits, owed, autoFunding } = account;
  const { currency } = money;
  const amount = (value: string) => <Money amount={value} currency={currency} />;
  return (
    <div className="grid gap-6">
      <Card title="Money">
        <Facts
          facts={[
            ["Can spend", amount(money.spendable)],
            ["Wallet", amount(money.walletBalance)],
            ["Reserved", amount(money.reserved)],
            ["Credit line", money.creditEnabled ? amount(money.creditLimit) : "None"],
            ...(money.creditEnabled ? ([["Credit in use", amount(money.used)]] as const) : []),
            ...(money.creditStatus === "blocked"
              ? ([
                  [
                    "On hold",
                    <span key="hold" className="text-bad">
                      {money.holdReason ?? "No reason given"}
                    </span>,
                  ],
                ] as const)
              : []),
            ...(Number(owed.overdue) > 0
              ? ([
                  [
                    "Overdue",
                    <span key="overdue" className="text-bad">
                      {amount(owed.overdue)}
                    </span>,
                  ],
                ] as const)
              : []),
            ["Payment terms", account.paymentTermsDays > 0 ? `${account.paymentTermsDays} days` : "Prepaid"],
          ]}
        />
      </Card>
      {owed.dues.length > 0 && (
        <Card title="Owed" lead="Money that comes in pays the oldest charges first.">
          <OwedList dues={owed.dues} currency={currency} />
        </Card>
      )}
      {autoFunding && <AutoFunding code={account.code} currency={currency} setting={autoFunding} />}
      <Card title="Facts">
        <Facts
          facts={[
            [
              "Code",
              <code key="code" className="font-mono text-xs">
                {account.code}
              </code>,
            ],
            ["E-mail", account.email],
            [
              "Plan",
              <span key="plan" className="capitalize">
                {account.plan}
              </span>,
            ],
            ["Requests a minute", account.rateMinute ?? limits.perMinute],
            ["Requests a day", <Count key="day" n={account.rateDay ?? limits.perDay} />],
            ["Test environment", account.testEnabled ? "Open" : "Closed"],
            ["Live environment", account.liveEnabled ? "Open" : "Closed"],
            ["Failover to other suppliers", account.failover ? "Yes" : "No"],
            ["Opened", <Time key="opened" at={account.createdAt} />],
            ...(account.closedAt ? ([["Closed", <Time key="closed" at={account.closedAt} />]] as const) : []),
            ...(account.erasedAt
              ? ([["Personal data deleted", <Time key="erased" at={account.erasedAt} />]] as const)
              : []),
          ]}
        />
        <May act="accounts:manage">
          <div className="mt-4">
            <ExportLink href={`/api/account-export?account=${account.code}`} />
          </div>
        </May>
      </Card>
    </div>
  );
}
