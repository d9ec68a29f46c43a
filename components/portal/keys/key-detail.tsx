"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { type Key, keyStatus } from "./key-status.ts";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

export function KeyDetail({ prefix }: { prefix: string }) {
  const query = useQuery(useApi().keys.list.queryOptions());
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(keys) => {
        const key = keys.find(({ keyPrefix }) => keyPrefix === prefix);
        if (key) return <Detail apiKey={key} />;
        return (
          <>
            <PageHeader title="No such key">There is no key with this prefix in this environment.</PageHeader>
            <EmptyState title="Keys of the other environment are shown there.">Use the switch above.</EmptyState>
          </>
        );
      }}
    </QueryState>
  );
}

function Detail({ apiKey }: { apiKey: Key }) {
  const { may } = usePortal();
  const [doing, setDoing] = useState<"rotate" | "revoke" | null>(null);
  const { tone, label, works } = keyStatus(apiKey);
  const done = () => setDoing(null);
  return (
    <>
      <PageHeader
        title={apiKey.name}
        action={
          works &&
          may("keys:manage") && (
            <div className="flex gap-2">
              <Button onClick={() => setDoing("rotate")}>Rotate key</Button>
              <Button variant="danger" onClick={() => setDoing("revoke")}>
                Revoke key
              </Button>
            </div>
          )
        }
      >
        <span className="inline-flex items-center gap-1 font-mono text-xs">
          {apiKey.keyPrefix}…
          <CopyButton text={apiKey.keyPrefix} what="key prefix" />
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card title="Scopes" lead={`What this key may do: ${apiKey.scopes.length} scopes.`}>
          <ul className="flex flex-wrap gap-1.5">
            {apiKey.scopes.map((scope) => (
              <li key={scope} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs">
                {scope}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Facts">
          <Facts
            facts={[
              [
                "Status",
                <Badge key="status" tone={tone}>
                  {label}
                </Badge>,
              ],
              ["Requests, 24 hours", apiKey.traffic.requests],
              ["Errors, 24 hours", apiKey.traffic.errors],
              ["Last used", apiKey.lastUsedAt ? <Time key="used" at={apiKey.lastUsedAt} /> : "Never"],
              ["Last address", apiKey.lastUsedIp ?? "None"],
              ["Allowed addresses", apiKey.allowedIps.join(", ") || "All"],
              ["Signed requests", apiKey.requiresHmac ? "Required" : "Not required"],
              ["Created", <Time key="created" at={apiKey.createdAt} />],
              ["Expires", apiKey.expiresAt ? <Time key="expires" at={apiKey.expiresAt} /> : "Never"],
              ...(apiKey.revokedAt ? [["Revoked", <Time key="revoked" at={apiKey.revokedAt} />] as const] : []),
            ]}
          />
        </Card>
      </div>
      {doing === "rotate" && <RotateKey apiKey={apiKey} onDone={done} />}
      {doing === "revoke" && <RevokeKey apiKey={apiKey} onDone={done} />}
    </>
  );
}
