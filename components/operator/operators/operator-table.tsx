import { ShieldCheck, ShieldOff } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Operator } from "./operator.ts";
import { OperatorActions } from "./operator-actions.tsx";

const COLUMNS: Column<Operator>[] = [
  {
    header: "Name",
    main: true,
    cell: ({ name, email, isSelf }) => (
      <span className="grid">
        <span className="break-words">
          {name}
          {isSelf && " (you)"}
        </span>
        <span className="break-all font-normal text-ink-soft text-xs">{email}</span>
      </span>
    ),
  },
  {
    header: "Role",
    cell: ({ role }) => (role ? <span className="capitalize">{role}</span> : <Badge tone="final">Switched off</Badge>),
  },
  {
    header: "Second factor",
    cell: ({ hasTotp, passkeys }) =>
      hasTotp || passkeys > 0 ? (
        <Badge tone="good" icon={ShieldCheck}>
          {[hasTotp && "App", passkeys > 0 && "Passkey"].filter(Boolean).join(", ")}
        </Badge>
      ) : (
        <Badge tone="wait" icon={ShieldOff}>
          None
        </Badge>
      ),
  },
  { header: "Since", cell: ({ since }) => (since ? <Time at={since} /> : "–") },
  {
    header: "Invited by",
    wideOnly: true,
    cell: ({ invitedBy }) => <span className="break-all">{invitedBy ?? "Made on the machine"}</span>,
  },
  { header: "Last active", cell: ({ lastActiveAt }) => (lastActiveAt ? <Time at={lastActiveAt} /> : "Never") },
  {
    header: "Actions",
    quiet: true,
    cell: (operator) => !operator.isSelf && <OperatorActions operator={operator} />,
  },
];

export function OperatorTable({ operators }: { operators: Operator[] }) {
  return <Table label="Operators" columns={COLUMNS} rows={operators} keyOf={({ userId }) => userId} />;
}
