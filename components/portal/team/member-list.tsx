"use client";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Breakable } from "#components/ui/breakable.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SortedTable } from "../sorted-table.tsx";
import type { Member } from "./member.ts";
import { type MemberAct, MemberDialog } from "./member-dialog.tsx";

const COLUMNS: Column<Member>[] = [
  {
    header: "Name",
    main: true,
    by: ({ name, email }) => name || email,
    cell: ({ name, email }) => (
      <span className="grid grid-cols-1">
        <span className="break-words">{name}</span>
        <span className="font-normal text-ink-soft text-xs max-sm:truncate max-sm:[&_wbr]:hidden">
          <Breakable text={email} />
        </span>
      </span>
    ),
  },
  { header: "Role", by: ({ role }) => role, cell: ({ role }) => <span className="capitalize">{role}</span> },
  {
    header: "Second factor",
    cell: ({ hasTotp, passkeys }) =>
      hasTotp || passkeys > 0 ? (
        <Badge tone="good" icon={ShieldCheck}>
          {[hasTotp && "App", passkeys > 0 && "Passkey"].filter(Boolean).join(", ")}
        </Badge>
      ) : (
        <Badge tone="wait" icon={ShieldOff}>
          No second factor
        </Badge>
      ),
  },
  {
    header: "Last active",
    phone: "none",
    by: ({ lastActiveAt }) => lastActiveAt,
    cell: ({ lastActiveAt }) => (lastActiveAt ? <Time at={lastActiveAt} /> : "Never"),
  },
  {
    header: "Joined",
    wideOnly: true,
    by: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export function MemberList() {
  const { may, viewer } = usePortal();
  const query = useQuery(useApi().team.members.queryOptions());
  const [doing, setDoing] = useState<{ act: MemberAct; member: Member } | null>(null);
  const menu: Column<Member> = {
    header: "Actions",
    phone: "beside",
    quiet: true,
    cell: (member) => {
      if (member.role === "owner" || member.email === viewer.email) return null;
      return (
        <div className="flex justify-end">
          <Menu
            trigger={
              <Button variant="quiet" size="smallIcon" aria-label={`Actions for ${member.name}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onClick={() => setDoing({ act: "role", member })}>Change role</MenuItem>
            {may("ownership:transfer") && (
              <MenuItem onClick={() => setDoing({ act: "transfer", member })}>Hand ownership over</MenuItem>
            )}
            <MenuItem onClick={() => setDoing({ act: "sessions", member })}>End sessions</MenuItem>
            <MenuItem danger onClick={() => setDoing({ act: "remove", member })}>
              Remove from team
            </MenuItem>
          </Menu>
        </div>
      );
    },
  };
  return (
    <QueryState query={query}>
      {(members) => (
        <>
          <SortedTable
            label="Members"
            columns={may("team:manage") ? [...COLUMNS, menu] : COLUMNS}
            rows={members}
            keyOf={({ userId }) => userId}
          />
          {doing && <MemberDialog {...doing} onDone={() => setDoing(null)} />}
        </>
      )}
    </QueryState>
  );
}
