"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useQueryState } from "nuqs";
import { Tabs } from "#components/ui/tabs.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { type TABS, teamTab } from "./team-search.ts";

// Each tab brings its own: who reads the audit log does not wait for what invites people.
const Members = dynamic(() => import("./members.tsx").then((module) => module.Members));
const AuditLog = dynamic(() => import("./audit-log.tsx").then((module) => module.AuditLog));
const RoleMatrix = dynamic(() => import("./role-matrix.tsx").then((module) => module.RoleMatrix));

function Roles() {
  const query = useQuery(useApi().team.roles.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  return <QueryState query={query}>{(data) => <RoleMatrix {...data} />}</QueryState>;
}

export function Team() {
  const { may } = usePortal();
  const [tab, setTab] = useQueryState("tab", teamTab.tab);
  return (
    <Tabs<(typeof TABS)[number]>
      label="Team"
      value={tab}
      onChange={(chosen) => setTab(chosen)}
      tabs={[
        { value: "members", label: "Members", content: <Members /> },
        { value: "roles", label: "Roles", content: <Roles /> },
        ...(may("audit:read") ? [{ value: "audit" as const, label: "Audit log", content: <AuditLog /> }] : []),
      ]}
    />
  );
}
