"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { MissingSeen } from "../law/missing-seen.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import type { BrandRecord } from "./brand-fields.ts";
import { ChangeList } from "./change-list.tsx";

type PublishDialogProps = {
  brand: BrandRecord;
  revision: number;
  onOpenChange(open: boolean): void;
  onDone(brand: BrandRecord): void;
};

/** What changes, old and new, before it does. */
export function PublishDialog({ brand, revision, onOpenChange, onDone }: PublishDialogProps) {
  const { environment } = usePortal();
  const api = useApi();
  const [missingSeen, setMissingSeen] = useState(false);
  const { data: missing = [] } = useQuery(api.law.missing.queryOptions(undefined, { enabled: environment === "live" }));
  const publish = useMutation(
    api.brand.publish.mutationOptions({
      onSuccess: (changed) => {
        onDone(changed);
        onOpenChange(false);
        toast("The brand is published", "Travellers see it on the next page they open.");
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Publish to ${environment}`}
      description="Takes effect at once. You can return to earlier versions."
    >
      <DialogBody>
        <ChangeList brand={brand} from={brand.published} to={brand.draft.fields} />
        <MissingSeen missing={missing} seen={missingSeen} onChange={setMissingSeen} words="Publish without it" />
        <FormError message={publish.error ? refusalOf(publish.error).message : undefined} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          variant="primary"
          busy={publish.isPending}
          onClick={() => publish.mutate({ revision, version: brand.version, missingSeen })}
        >
          Publish
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
