"use client";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { ACTION_NAMES, type Action, ActionBadge, isActionOpen, progressOf } from "./action-state.tsx";

const COLUMNS: Column<Action>[] = [
  {
    header: "Action",
    main: true,
    cell: ({ action, packageName }) => (
      <span className="grid">
        <span>{ACTION_NAMES[action]}</span>
        {packageName && <span className="font-normal text-ink-soft text-xs">{packageName}</span>}
      </span>
    ),
  },
  { header: "State", cell: ({ status }) => <ActionBadge status={status} /> },
  { header: "Asked for", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  { header: "Ended", cell: ({ settledAt }) => (settledAt ? <Time at={settledAt} /> : "–") },
  {
    header: "Money",
    align: "end",
    cell: (action) => <Moved {...action} />,
  },
  { header: "Why", wideOnly: true, cell: ({ failure }) => failure ?? "–" },
];

/** Charged, given back, or neither. */
function Moved({ action, charged, amount, refundedAmount, currency }: Action) {
  if (Number(refundedAmount) > 0)
    return (
      <span className="grid justify-items-end">
        <Amount amount={refundedAmount} currency={currency} signed />
        <span className="font-sans text-ink-soft text-xs">refunded</span>
      </span>
    );
  if (action === "topup" && charged) return <Amount amount={`-${amount}`} currency={currency} />;
  return "–";
}

/** What was asked for, and what is under way now with what it waits for. */
export function ActionHistory({ actions }: { actions: Action[] }) {
  const open = actions.filter(isActionOpen);
  return (
    <Card title="Action history" lead="Top-ups, suspensions and cancellations of this eSIM.">
      <div className="grid gap-4 *:min-w-0">
        {open.map((action) => (
          <section
            key={action.id}
            aria-label={`${ACTION_NAMES[action.action]} under way`}
            className="grid gap-1 rounded-md bg-wait-soft px-3 py-2 text-[13px]"
          >
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {ACTION_NAMES[action.action]} <ActionBadge status={action.status} />
            </p>
            <p>{progressOf(action)}</p>
            {action.nextCheckAt && (
              <p className="text-xs">
                Next look: <Time at={action.nextCheckAt} />
              </p>
            )}
          </section>
        ))}
        {actions.length === 0 ? (
          <p className="text-[13px] text-ink-soft">No actions yet.</p>
        ) : (
          <Table label="Actions of this eSIM" columns={COLUMNS} rows={actions} keyOf={({ id }) => id} />
        )}
      </div>
    </Card>
  );
}
