import { PageHeader } from "#components/ui/page-header.tsx";
import { SectionLinks } from "../section-links.tsx";

type BalanceHeadProps = { environment: string; current: "balance" | "ledger"; showsLedger: boolean };

/** From what can be spent to the entries that it is made of, and back. */
export function BalanceHead({ environment, current, showsLedger }: BalanceHeadProps) {
  const base = `/${environment}/balance`;
  return (
    <>
      <PageHeader title={current === "ledger" ? "Ledger" : "Balance"}>
        {current === "ledger"
          ? "Every movement of your wallet, and its proof."
          : "Your wallet and your credit line, and how to fund them."}
      </PageHeader>
      {showsLedger && (
        <SectionLinks
          label="Balance"
          links={[
            { href: base, label: "Balance", current: current === "balance" },
            { href: `${base}/ledger`, label: "Ledger", current: current === "ledger" },
          ]}
        />
      )}
    </>
  );
}
