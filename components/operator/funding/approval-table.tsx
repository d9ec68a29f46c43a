import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { ShortAccountLink } from "../account-link.tsx";
import { Changes } from "./changes.tsx";
import { type Decision, KINDS, STATES } from "./decision-words.ts";
import { SecondPerson } from "./second-person.tsx";

const COLUMNS: Column<Decision>[] = [
  {
    header: "What",
    main: true,
    cell: ({ kind, subject, bankReference, details }) => (
      <span className="grid">
        <span>
          {KINDS[kind].one}
          {details.as && `: ${details.as}`}
        </span>
        {details.changes ? (
          <Changes details={details} />
        ) : (
          <span className="break-all font-mono font-normal text-ink-soft text-xs">{bankReference ?? subject}</span>
        )}
      </span>
    ),
  },
  {
    header: "Account",
    cell: ({ accountCode, companyName }) =>
      accountCode ? (
        <ShortAccountLink code={accountCode} companyName={companyName} className="max-w-56" />
      ) : (
        "Every account"
      ),
  },
  {
    header: "At stake",
    align: "end",
    phone: "beside",
    amount: ({ amount }) => amount,
    cell: ({ amount, currency, kind }) =>
      amount && currency ? <Money amount={amount} currency={currency} signed={kind === "adjustment"} /> : "No sum",
  },
  {
    header: "Why",
    wideOnly: true,
    cell: ({ reason }) => <span className="line-clamp-2 max-w-72 break-words">{reason}</span>,
  },
  {
    header: "Asked",
    cell: ({ askedBy, askedAt }) => (
      <span className="grid">
        <span className="break-all">{askedBy}</span>
        <span className="text-ink-soft text-xs">
          <Time at={askedAt} />
        </span>
      </span>
    ),
  },
  {
    header: "State",
    cell: ({ status, askedBy, decidedBy, decidedNote, startsAt, outcome }) => (
      <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
        <Badge tone={STATES[status].tone}>
          {status === "refused" && decidedBy === askedBy ? "Withdrawn" : STATES[status].label}
        </Badge>
        {(decidedBy || outcome) && (
          <span className="break-all text-ink-soft text-xs">
            {[outcome, decidedBy && `by ${decidedBy}`].filter(Boolean).join(", ")}
          </span>
        )}
        {status === "scheduled" && startsAt && (
          <span className="text-ink-soft text-xs">
            <Time at={startsAt} />
          </span>
        )}
        {status === "refused" && decidedNote && (
          <span className="max-w-72 break-words text-ink-soft text-xs">{decidedNote}</span>
        )}
      </span>
    ),
  },
];

const ACTIONS: Column<Decision> = {
  header: "Actions",
  quiet: true,
  cell: (decision) => isOpen(decision) && <SecondPerson decision={decision} />,
};

const isOpen = ({ status, mayDecide }: Decision) => (status === "waiting" || status === "scheduled") && mayDecide;

export function ApprovalTable({ decisions, label }: { decisions: Decision[]; label: string }) {
  const open = decisions.some(isOpen);
  return (
    <Table label={label} columns={open ? [...COLUMNS, ACTIONS] : COLUMNS} rows={decisions} keyOf={({ id }) => id} />
  );
}
