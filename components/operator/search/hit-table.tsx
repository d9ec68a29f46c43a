import Link from "next/link";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { AccountLink, accountPage } from "../account-link.tsx";
import { VisitButton } from "../visit-button.tsx";

type Hit = Outputs["operator"]["search"]["find"][number];

const KINDS: Record<Hit["kind"], string> = {
  ...{ account: "Account", person: "Person", order: "Order", sale: "Sale", esim: "eSIM", payment: "Payment" },
  ...{ funding: "Funding", entry: "Ledger entry", request: "Request", event: "Event", key: "API key", case: "Review" },
};

/** On our own side: what is opened without going into a reseller's portal. */
const OWN: Partial<Record<Hit["kind"], (hit: Hit) => string>> = {
  account: ({ accountCode }) => accountPage(accountCode),
  person: ({ accountCode }) => `${accountPage(accountCode)}?tab=people`,
  funding: ({ accountCode }) => `/operator/funding?account=${accountCode}`,
  case: ({ reference }) => `/operator/review/${reference}`,
};

/** In the reseller's portal, below the environment. */
const PAGES: Partial<Record<Hit["kind"], (opens: string) => string>> = {
  order: (opens) => `/orders/${opens}`,
  sale: (opens) => `/sales/${opens}`,
  payment: (opens) => `/sales/${opens}`,
  esim: (opens) => `/esims/${opens}`,
  entry: (opens) => `/balance/ledger?only=${opens}`,
  request: (opens) => `/requests/${opens}`,
  event: (opens) => `/webhooks/deliveries?search=${opens}`,
  key: (opens) => `/api-keys/${opens}`,
};

const COLUMNS: Column<Hit>[] = [
  {
    header: "Found",
    main: true,
    cell: (hit) => {
      const own = OWN[hit.kind]?.(hit);
      return own ? (
        <Link href={own} prefetch={false} className="wrap-anywhere hover:underline">
          {hit.reference}
        </Link>
      ) : (
        <span className="wrap-anywhere">{hit.reference}</span>
      );
    },
  },
  { header: "Kind", phone: "beside", cell: ({ kind }) => <span className="text-ink-soft">{KINDS[kind]}</span> },
  { header: "About", cell: ({ about }) => <span className="wrap-anywhere">{about}</span> },
  {
    header: "Reseller",
    cell: ({ accountCode, companyName, environment }) => (
      <span className="grid">
        <AccountLink code={accountCode} className="wrap-anywhere">
          {companyName}
        </AccountLink>
        {environment && <span className="text-ink-soft text-xs capitalize">{environment}</span>}
      </span>
    ),
  },
  { header: "When", wideOnly: true, cell: ({ at }) => <Time at={at} /> },
  {
    header: "Open",
    quiet: true,
    cell: ({ kind, opens, reference, environment, accountCode, companyName }) => {
      const page = PAGES[kind]?.(opens);
      return (
        page && (
          <VisitButton code={accountCode} companyName={companyName} page={`/${environment}${page}`} what={reference} />
        )
      );
    },
  },
];

export const HitTable = ({ hits }: { hits: Hit[] }) => (
  <Table
    label="Found"
    columns={COLUMNS}
    rows={hits}
    keyOf={({ kind, reference, accountCode }) => `${kind}-${accountCode}-${reference}`}
  />
);
