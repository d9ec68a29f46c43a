import { Badge, type Tone } from "#components/ui/badge.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { Withdraw } from "./withdraw.tsx";

type Announcement = Outputs["operator"]["announcements"]["list"][number];

const STATES: Record<Announcement["state"], { tone: Tone; label: string }> = {
  shown: { tone: "good", label: "Shown" },
  planned: { tone: "wait", label: "Planned" },
  over: { tone: "final", label: "Over" },
  withdrawn: { tone: "final", label: "Withdrawn" },
};

const COLUMNS: Column<Announcement>[] = [
  {
    header: "Title",
    main: true,
    cell: ({ title, text }) => (
      <span className="grid">
        <span className="break-words">{title}</span>
        <span className="line-clamp-2 max-w-96 break-words font-normal text-ink-soft text-xs">{text}</span>
      </span>
    ),
  },
  { header: "State", cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
  {
    header: "To",
    cell: ({ accountCode, accounts }) => accountCode ?? (accounts === null ? "Everybody" : `Affected: ${accounts}`),
  },
  { header: "From", cell: ({ startsAt }) => <Time at={startsAt} /> },
  { header: "Until", cell: ({ endsAt }) => (endsAt ? <Time at={endsAt} /> : "Withdrawn by hand") },
  { header: "By", wideOnly: true, cell: ({ createdBy }) => <span className="break-all">{createdBy}</span> },
  {
    header: "Actions",
    quiet: true,
    cell: ({ id, state, title }) =>
      (state === "shown" || state === "planned") && (
        <May act="announcements:manage">
          <Withdraw id={id} title={title} />
        </May>
      ),
  },
];

export function AnnouncementList({ announcements }: { announcements: Announcement[] }) {
  return <Table label="Announcements" columns={COLUMNS} rows={announcements} keyOf={({ id }) => id} />;
}
