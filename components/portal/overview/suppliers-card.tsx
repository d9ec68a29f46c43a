"use client";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { cn } from "#components/ui/cn.ts";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Supplier = Outputs["overview"]["get"]["suppliers"][number];

const STATES: Record<Supplier["state"], { tone: Tone; label: string; means: string }> = {
  works: { tone: "good", label: "Operational", means: "Accepts orders" },
  failing: { tone: "wait", label: "Degraded", means: "Orders may be delayed or refused" },
  closed: { tone: "bad", label: "Closed", means: "New orders for its packages are refused" },
};

/** Whether what is sold can be delivered now; below each other, or where there is room beside each other. */
export function SuppliersCard({ suppliers, wide = false }: { suppliers: Supplier[]; wide?: boolean }) {
  return (
    <Card title="Suppliers" lead="Whether our network suppliers accept orders now.">
      <ul className={cn("grid text-[13px]", wide && "gap-x-8 lg:grid-cols-3")}>
        {suppliers.map(({ code, name, state, since }) => (
          <li
            key={code}
            className={cn(
              "flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1.5 not-last:border-b",
              wide && "lg:not-last:border-b-0",
            )}
          >
            <span className="min-w-0">
              <span className="font-medium">{name}</span>
              <span className="block text-ink-soft text-xs">
                {STATES[state].means}
                {since && (
                  <>
                    , since <Time at={since} />
                  </>
                )}
              </span>
            </span>
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
