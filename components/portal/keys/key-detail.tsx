"use client";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { usePortal } from "../portal-context.tsx";
import { FoundKey } from "./found-key.tsx";
import { KeyMcp } from "./key-mcp.tsx";
import { type Key, keyStatus } from "./key-status.ts";
import { KeyUsage } from "./key-usage.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

export function KeyDetail({ prefix }: { prefix: string }) {
  return <FoundKey prefix={prefix}>{(key) => <Detail apiKey={key} />}</FoundKey>;
}

function Detail({ apiKey }: { apiKey: Key }) {
  const { may, href } = usePortal();
  const locale = useLocale();
  const [doing, setDoing] = useState<"rotate" | "revoke" | null>(null);
  const { tone, label, works } = keyStatus(apiKey);
  const done = () => setDoing(null);
  const { beyond } = apiKey;
  return (
    <>
      <PageHeader
        title={apiKey.name}
        action={
          works &&
          may("keys:manage") && (
            <div className="flex flex-wrap gap-2">
              {beyond.length === 0 && (
                <>
                  <ButtonLink href={href(`/api-keys/${apiKey.keyPrefix}/edit`)}>Change</ButtonLink>
                  <Button onClick={() => setDoing("rotate")}>Rotate key</Button>
                </>
              )}
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
        <div className="grid gap-6 *:min-w-0">
          <Card title="Scopes" lead={`What this key may do: ${apiKey.scopes.length} scopes.`}>
            <ul className="flex flex-wrap gap-1.5">
              {apiKey.scopes.map((scope) => (
                <li key={scope} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs">
                  {scope}
                </li>
              ))}
            </ul>
            {beyond.length > 0 && may("keys:manage") && (
              <p className="mt-3 text-[13px] text-ink-soft">
                You can revoke this key, but not change or rotate it: your role does not include {beyond.join(", ")}. An
                owner or admin of the team can.
              </p>
            )}
          </Card>
          {works && !apiKey.requiresHmac && <KeyMcp apiKey={apiKey} />}
          <KeyUsage prefix={apiKey.keyPrefix} />
        </div>
        <Card title="Facts">
          <Facts
            facts={[
              [
                "Status",
                <Badge key="status" tone={tone}>
                  {label}
                </Badge>,
              ],
              ["Requests, 24 hours", apiKey.traffic.requests.toLocaleString(locale)],
              ["Errors, 24 hours", apiKey.traffic.errors.toLocaleString(locale)],
              ["Last used", apiKey.lastUsedAt ? <Time key="used" at={apiKey.lastUsedAt} /> : "Never"],
              ["Last address", apiKey.lastUsedIp ?? "None"],
              ["Allowed addresses", apiKey.allowedIps.join(", ") || "All"],
              ["Signed requests", apiKey.requiresHmac ? "Required" : "Not required"],
              ["Created", <Time key="created" at={apiKey.createdAt} exact />],
              ["Expires", apiKey.expiresAt ? <Time key="expires" at={apiKey.expiresAt} exact /> : "Never"],
              ...(apiKey.revokedAt ? [["Revoked", <Time key="revoked" at={apiKey.revokedAt} exact />] as const] : []),
            ]}
          />
        </Card>
      </div>
      {doing === "rotate" && <RotateKey apiKey={apiKey} onDone={done} />}
      {doing === "revoke" && <RevokeKey apiKey={apiKey} onDone={done} />}
    </>
  );
}
