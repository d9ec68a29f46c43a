import { Card } from "#components/ui/card.tsx";
import { ExportLink } from "../export-link.tsx";

/** Everything that is the account's, to take along. */
export function ExportCard() {
  return (
    <Card
      title="Your data"
      lead="Everything of this account in one archive: orders, eSIMs, sales, invoices, the ledger with its proof, the audit log, and the team. Both environments, as CSV and JSON."
    >
      <ExportLink href="/api/account-export" />
    </Card>
  );
}
