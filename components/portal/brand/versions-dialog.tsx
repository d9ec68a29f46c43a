"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { refusalOf } from "../refusal.ts";
import type { BrandRecord } from "./brand-fields.ts";
import { ChangeList } from "./change-list.tsx";

type Version = Outputs["brand"]["versions"][number];

type VersionsDialogProps = { brand: BrandRecord; onOpenChange(open: boolean): void; onDone(brand: BrandRecord): void };

/** Who published what and when, and the way back. */
export function VersionsDialog({ brand, onOpenChange, onDone }: VersionsDialogProps) {
  const api = useApi();
  const { may } = usePortal();
  const [chosen, setChosen] = useState<Version | null>(null);
  const query = useQuery(api.brand.versions.queryOptions(undefined, { staleTime: 0 }));
  const restore = useMutation(
    api.brand.restore.mutationOptions({
      onSuccess: (changed) => {
        onDone(changed);
        onOpenChange(false);
        toast("The earlier version is published", "Travellers see it on the next page they open.");
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={chosen ? "Return to this version" : "Earlier versions"}
      description={chosen ? "Takes effect at once. Your draft stays as it is." : "The last ten are kept."}
    >
      <DialogBody>
        {chosen ? (
          <ChangeList brand={brand} from={brand.published} to={chosen.fields} />
        ) : (
          <QueryState query={query} loading={<PageSkeleton />}>
            {(versions) => (
              <ul className="grid gap-1">
                {versions.map((version, i) => (
                  <li key={version.number} className="flex min-h-11 flex-wrap items-center gap-x-3 text-[13px]">
                    <span className="min-w-0 flex-1">
                      <Time at={version.publishedAt} exact />
                      {version.publishedBy && (
                        <span className="wrap-anywhere text-ink-soft"> by {version.publishedBy}</span>
                      )}
                    </span>
                    {i === 0 ? (
                      <span className="text-ink-soft">Published now</span>
                    ) : (
                      may("brand:manage") && (
                        <Button size="small" onClick={() => setChosen(version)}>
                          Return to this
                        </Button>
                      )
                    )}
                  </li>
                ))}
              </ul>
            )}
          </QueryState>
        )}
        <FormError message={restore.error ? refusalOf(restore.error).message : undefined} />
      </DialogBody>
      {chosen && (
        <DialogFoot>
          <Button onClick={() => setChosen(null)}>Back</Button>
          <Button
            variant="primary"
            busy={restore.isPending}
            onClick={() => restore.mutate({ number: chosen.number, version: brand.version })}
          >
            Publish this version
          </Button>
        </DialogFoot>
      )}
    </Dialog>
  );
}
