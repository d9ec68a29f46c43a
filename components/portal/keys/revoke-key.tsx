"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { relativeTime } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { Key } from "./key-status.ts";

/** Cannot be undone: the name has to be typed, and whether somebody still uses the key is said. */
export function RevokeKey({ apiKey, onDone }: { apiKey: Key; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const locale = useLocale();
  const { name, keyPrefix, lastUsedAt, traffic } = apiKey;
  const revoke = useMutation(
    api.keys.revoke.mutationOptions({
      onSuccess: () => {
        toast("The key is revoked", "The next request with it is refused.");
        void cache.invalidateQueries(api.keys.list.queryFilter());
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={`Revoke “${name}”?`}
      action="Revoke key"
      typeToConfirm={name}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ prefix: keyPrefix })}
      error={revoke.error && <FormError message={refusalOf(revoke.error).message} />}
    >
      <p>Programs that use it are refused from the next request on. This cannot be undone.</p>
      <p className={traffic.requests > 0 ? "text-bad" : undefined}>
        {lastUsedAt
          ? `Last used ${relativeTime(lastUsedAt, Date.now())}, ${counted(traffic.requests, "request", locale)} in the last 24 hours.`
          : "It was never used."}
      </p>
    </ConfirmDialog>
  );
}
