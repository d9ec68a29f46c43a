import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import type { Column, ColumnSort } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";

type Invoice = Outputs["sales"]["invoices"]["items"][number];
type About = { environment: string; href(path: string): string; byAge?: ColumnSort; ofSale?: boolean };

const KINDS = {
  invoice: { name: "Invoice", tone: "good" },
  credit_note: { name: "Credit note", tone: "wait" },
  reversal: { name: "Reversal", tone: "neutral" },
} as const;

/** Invoices and what corrects them, as the list and the page of a sale show them. */
export const invoiceColumns = ({ environment, href, byAge, ofSale = false }: About): Column<Invoice>[] => [
  {
    header: "Number",
    main: true,
    cell: ({ id, number }) => (
      <a
        href={`/api/invoices/${environment}/${id}`}
        download
        title="Download the PDF"
        className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
      >
        {number}
      </a>
    ),
  },
  { header: "Kind", cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].name}</Badge> },
  ...(ofSale
    ? []
    : [
        {
          header: "Sale",
          cell: ({ saleNumber }) => (
            <Link
              href={href(`/sales/${saleNumber}`)}
              prefetch={false}
              className="whitespace-nowrap font-mono text-xs hover:underline"
            >
              {saleNumber}
            </Link>
          ),
        } as Column<Invoice>,
      ]),
  { header: "Written", sort: byAge, cell: ({ issuedAt }) => <Time at={issuedAt} exact /> },
  {
    header: "Rate",
    phone: "none",
    cell: ({ vatKind, vatCountry, rate }) =>
      vatKind === "reverse" ? (
        `${vatCountry}, reverse charge`
      ) : (
        <>
          {vatCountry} <Decimal value={rate} most={2} unit="%" />
        </>
      ),
  },
  {
    header: "Net",
    align: "end",
    wideOnly: true,
    amount: ({ net }) => net,
    cell: ({ net, currency }) => <Amount amount={net} currency={currency} />,
  },
  {
    header: "VAT",
    align: "end",
    wideOnly: true,
    amount: ({ vat }) => vat,
    cell: ({ vat, currency }) => <Amount amount={vat} currency={currency} />,
  },
  {
    header: "Total",
    align: "end",
    phone: "beside",
    amount: ({ gross }) => gross,
    cell: ({ gross, currency }) => <Amount amount={gross} currency={currency} />,
  },
];
