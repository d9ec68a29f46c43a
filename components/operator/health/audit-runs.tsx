import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { LastChecks } from "./last-checks.tsx";
import { RunAudit } from "./run-audit.tsx";

type Run = Outputs["operator"]["health"]["get"]["audits"][number];

export const AUDITS = { ledger: "Ledger", invariants: "Money and states" } as const;

const STATES: Record<Run["status"], { tone: Tone; label: string }> = {
  waiting: { tone: "wait", label: "Under way" },
  passed: { tone: "good", label: "Passed" },
  failed: { tone: "bad", label: "Failed" },
  broken: { tone: "bad", label: "Did not finish" },
};

const COLUMNS: Column<Run>[] = [
  { header: "Audit", main: true, cell: ({ kind }) => AUDITS[kind] },
  { header: "Result", cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge> },
  {
    header: "Found",
    cell: ({ failures, status, checked, kind }) =>
      status === "waiting" && checked > 0 ? (
        `Rules checked so far: ${checked}`
      ) : failures.length === 0 ? (
        status === "passed" && `${checked} ${kind === "ledger" ? "accounts" : "rules"} hold`
      ) : (
        <ul className="grid gap-1">
          {failures.map(({ what, where }) => (
            <li key={what + where} className="break-words">
              {what} <span className="text-ink-soft">{where}</span>
            </li>
          ))}
        </ul>
      ),
  },
  { header: "Asked", cell: ({ askedAt }) => <Time at={askedAt} /> },
  { header: "By", wideOnly: true, cell: ({ askedBy }) => <span className="break-all">{askedBy}</span> },
];

/** Whether the books are right: every night, and whenever somebody asks. */
export function AuditRuns({ runs, checks }: { runs: Run[]; checks: Outputs["operator"]["health"]["get"]["checks"] }) {
  const waiting = runs.some(({ status }) => status === "waiting");
  return (
    <Card
      title="Audits"
      lead="Recomputes the hash chains of the ledger and the audit log, and checks every rule about money and states against all records."
      action={<RunAudit waiting={waiting} />}
    >
      <LastChecks checks={checks} names={AUDITS} />
      {runs.length === 0 ? (
        <EmptyState title="No check has run yet.">One runs every night. Run one now.</EmptyState>
      ) : (
        <Table label="Audits and their results" columns={COLUMNS} rows={runs} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}
