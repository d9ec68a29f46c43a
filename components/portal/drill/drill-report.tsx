"use client";
import Link from "next/link";
import { Prose } from "#components/docs/prose.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { usePortal } from "../portal-context.tsx";
import type { Drill, DrillList } from "./drill-types.ts";
import { GRADES, GradeBadge } from "./grade-badge.tsx";

type Finding = NonNullable<Drill["report"]>["findings"][number];

const VERDICTS: Record<Finding["verdict"], { tone: Tone; label: string; rank: number }> = {
  fail: { tone: "bad", label: "Failed", rank: 0 },
  not_seen: { tone: "neutral", label: "Not seen", rank: 1 },
  pass: { tone: "good", label: "Passed", rank: 2 },
};

/** What a drill came to: its grade, and each scenario with what was seen, what to mend, and the records that show it. */
export function DrillReport({ drill, scenarios }: { drill: Drill; scenarios: DrillList["scenarios"] }) {
  const { grade, findings } = drill.report!;
  const count = (verdict: Finding["verdict"]) => findings.filter((finding) => finding.verdict === verdict).length;
  const sorted = findings.toSorted((a, b) => VERDICTS[a.verdict].rank - VERDICTS[b.verdict].rank);
  return (
    <Card title="Report" action={<GradeBadge grade={grade} />} lead={GRADES[grade].says}>
      <p className="text-[13px] text-ink-soft">
        {count("pass")} passed, {count("fail")} failed, {count("not_seen")} not seen. Started{" "}
        <Time at={drill.startedAt} /> by <span className="break-all">{drill.startedBy}</span>; key{" "}
        <span className="font-mono text-xs">{drill.keyPrefix}</span>,{" "}
        {drill.endpoint ? <span className="break-all">{drill.endpoint.url}</span> : "no endpoint"}; {drill.calls}{" "}
        orders, {drill.posts} webhooks.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {sorted.map((finding) => (
          <FindingLine
            key={finding.scenario}
            finding={finding}
            scenario={scenarios.find(({ code }) => code === finding.scenario)!}
          />
        ))}
      </ul>
    </Card>
  );
}

type Scenario = DrillList["scenarios"][number];

function FindingLine({ finding, scenario }: { finding: Finding; scenario: Scenario }) {
  const { verdict, seen, mend, evidence } = finding;
  const { tone, label } = VERDICTS[verdict];
  return (
    <li className="grid gap-1 py-3 text-[13px] sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:gap-3">
      <div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
        <h3 className="font-medium">
          {scenario.title}
          {verdict === "fail" && scenario.isCritical && <span className="text-bad">: money or trust is at stake</span>}
        </h3>
        <p className="text-ink-soft">
          <Prose>{scenario.shown}</Prose> {verdict === "pass" && <span>{seen}</span>}
        </p>
        {verdict !== "pass" && <p>{seen}</p>}
        {mend && (
          <p>
            <span className="font-medium">What to do:</span> {mend}
          </p>
        )}
        {evidence.length > 0 && <EvidenceList evidence={evidence} />}
      </div>
    </li>
  );
}

function EvidenceList({ evidence }: Pick<Finding, "evidence">) {
  const { href } = usePortal();
  const pathOf = ({ kind, id }: Finding["evidence"][number]) =>
    kind === "request" ? `/requests/${id}` : `/webhooks/deliveries/${id}`;
  return (
    <ul aria-label="Evidence" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {evidence.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a delivery can be named twice, and a report never changes.
        <li key={i}>
          <Link href={href(pathOf(one))} prefetch={false} className="inline-block py-1 font-mono text-accent underline">
            {one.kind === "request" ? `${one.id.slice(0, 14)}…` : `delivery ${one.id}`}
          </Link>{" "}
          <span className="text-ink-soft">{one.note}</span>
        </li>
      ))}
    </ul>
  );
}
