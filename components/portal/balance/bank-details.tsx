import { Facts } from "#components/ui/facts.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { CopyLine } from "../copy-line.tsx";
import { inGroups } from "./in-groups.ts";

type Bank = NonNullable<Outputs["balance"]["funding"]["bank"]>;

/** What a bank asks for. The reference is what a transfer is recognised by. */
export function BankDetails({ bank, reference }: { bank: Bank; reference: string | undefined }) {
  return (
    <section aria-label="Bank details" className="rounded-md bg-sunken px-3 py-3">
      <Facts
        facts={[
          ["Account holder", <CopyLine key="holder" text={bank.holder} what="account holder" />],
          ["Bank", bank.bank],
          [
            "Account number",
            <CopyLine key="number" text={bank.number} what="account number">
              {inGroups(bank.number)}
            </CopyLine>,
          ],
          ...(bank.bic ? [["BIC", <CopyLine key="bic" text={bank.bic} what="BIC" />] as const] : []),
          ...(bank.note ? [["Note", bank.note] as const] : []),
          [
            "Reference to quote",
            reference ? (
              <CopyLine key="reference" text={reference} what="reference" />
            ) : (
              "You get it when you announce a transfer"
            ),
          ],
        ]}
      />
    </section>
  );
}
