import Link from "next/link";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { LastChecks } from "./last-checks.tsx";
import { RunReconciliation } from "./run-reconciliation.tsx";

type Run = Outputs["operator"]["reconciliation"]["get"]["runs"][number];
type Difference = Outputs["operator"]["reconciliation"]["get"]["differences"][number];

const KINDS = { suppliers: "Suppliers", payments: "Payments" } as const;

const STATES: Record<Run["status"], { tone: Tone; label: string }> = {
  running: { tone: "wait", label: "Running" },
  done: { tone: "good", label: "Complete" },
  incomplete: { tone: "bad", label: "Incomplete" },
};

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

const RUNS: Column<Run>[] = [
  { header: "Reconciliation", main: true, cell: ({ kind }) => KINDS[kind] },
  { header: "Result", cell: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge> },
  {
    header: "Compared",
    cell: ({ sources }) => (
      <ul className="grid gap-1">
        <li>
          {sum(sources.map(({ matched }) => matched))} of {sum(sources.map(({ theirs }) => theirs))} match
        </li>
        {sources
          .filter(({ message }) => message)
          .map(({ source, message }) => (
            <li key={source} className="break-words">
              {source}: <span className="text-bad">{message}</span>
            </li>
          ))}
      </ul>
    ),
  },
  { header: "New differences", align: "end", cell: ({ found }) => found },
  { header: "Since", wideOnly: true, cell: ({ from }) => <Time at={from} /> },
  { header: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
];

const OPEN: Column<Difference>[] = [
  {
    header: "Difference",
    main: true,
    cell: ({ ref, outcome }) =>
      outcome === "pending" ? (
        ref
      ) : (
        <Link href={`/operator/review/${ref}`} prefetch={false} className="font-mono text-xs hover:underline">
          {ref}
        </Link>
      ),
  },
  {
    header: "Found",
    cell: ({ text, step }) => (
      <span className="break-words">
        <Sentence>{text}</Sentence> <span className="text-ink-soft">{step}</span>
      </span>
    ),
  },
  { header: "Since", cell: ({ foundAt }) => <Time at={foundAt} /> },
];

type ReconciliationProps = {
  runs: Run[];
  checks: Outputs["operator"]["health"]["get"]["checks"];
  differences: Difference[];
};

/** Whether others' records agree with ours: every night, and whenever somebody asks. */
export function Reconciliation({ runs, checks, differences }: ReconciliationProps) {
  return (
    <>
      <Card
        title="Reconciliation"
        lead="Compares our records with those of the suppliers and the payment provider. Differences are corrected or go to the review queue."
        action={<RunReconciliation />}
      >
        <LastChecks checks={checks} names={KINDS} />
        {runs.length === 0 ? (
          <EmptyState title="No reconciliation has run yet.">One runs every night. Run it now.</EmptyState>
        ) : (
          <Table label="Reconciliations and their results" columns={RUNS} rows={runs} keyOf={({ id }) => id} />
        )}
      </Card>
      {differences.length > 0 && (
        <Card
          title="Open differences"
          lead="Each is closed in the review queue, or by a later run that no longer finds it."
        >
          <Table label="Open differences" columns={OPEN} rows={differences} keyOf={({ ref, text }) => ref + text} />
        </Card>
      )}
    </>
  );
}
