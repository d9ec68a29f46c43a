"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { keyStatus } from "../keys/key-status.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { refusalOf } from "../refusal.ts";

const NO_ENDPOINT = "none";

/** Chooses what takes part, and begins. */
export function StartDrill({ isFirst }: { isFirst: boolean }) {
  const { href } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const keys = useQuery(api.keys.list.queryOptions());
  const endpoints = useQuery(api.webhooks.list.queryOptions());
  const [key, setKey] = useState("");
  const [endpoint, setEndpoint] = useState("");
  const start = useMutation(
    api.drills.start.mutationOptions({ onSuccess: () => void cache.invalidateQueries(api.drills.pathFilter()) }),
  );
  return (
    <QueryState query={keys}>
      {(all) => {
        const usable = all.filter((one) => keyStatus(one).works);
        if (usable.length === 0)
          return (
            <EmptyState
              title="There is no test key yet."
              action={
                <ButtonLink variant="primary" href={href("/api-keys/new")}>
                  New key
                </ButtonLink>
              }
            >
              A drill is shown to one key of your integration.
            </EmptyState>
          );
        const active = (endpoints.data ?? []).filter(({ status }) => status === "active");
        const prefix = key || usable[0]!.keyPrefix;
        const chosen = endpoint || (active[0] ? String(active[0].id) : NO_ENDPOINT);
        return (
          <Card
            title={isFirst ? "Start your first drill" : "Start another drill"}
            lead="It lasts 15 minutes at most. While it runs, this key and this endpoint alone are shown faults: 429, 500, time-outs, a price that moves, orders that fail, an expired key, and webhooks that are late, doubled, forged or out of order."
          >
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field label="Key of your integration">
                <Select
                  value={prefix}
                  options={usable.map((one) => ({ value: one.keyPrefix, label: one.name, hint: one.keyPrefix }))}
                  onChange={setKey}
                />
              </Field>
              <Field label="Its endpoint" help="Without one, nothing about webhooks is judged.">
                <Select
                  value={chosen}
                  options={[
                    ...active.map(({ id, url }) => ({ value: String(id), label: url })),
                    { value: NO_ENDPOINT, label: "None: it reads its orders" },
                  ]}
                  onChange={setEndpoint}
                />
              </Field>
            </div>
            <div className="mt-4 grid justify-items-start gap-3">
              {start.error && <FormError message={refusalOf(start.error).message} />}
              <Button
                variant="primary"
                busy={start.isPending || endpoints.isPending}
                onClick={() => start.mutate({ prefix, endpointId: chosen === NO_ENDPOINT ? null : Number(chosen) })}
              >
                Start drill
              </Button>
            </div>
          </Card>
        );
      }}
    </QueryState>
  );
}
