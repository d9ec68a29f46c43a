"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { QueryState } from "../query-state.tsx";

/** Keys that the person's devices hold: a fingerprint or the device's code instead of a password. */
export function PasskeysCard() {
  const api = useApi();
  const cache = useQueryClient();
  const query = useQuery(api.person.passkeys.queryOptions());
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const refresh = () => cache.invalidateQueries(api.person.passkeys.queryFilter());
  const begin = useMutation(api.person.beginPasskey.mutationOptions());
  const add = useMutation(api.person.addPasskey.mutationOptions({ onSuccess: refresh }));
  const remove = useMutation(
    api.person.removePasskey.mutationOptions({
      onSuccess: () => {
        setRemoving(null);
        void refresh();
      },
    }),
  );
  const register = async () => {
    const optionsJSON = await begin.mutateAsync().catch(() => null);
    if (!optionsJSON) return;
    const { startRegistration } = await import("@simplewebauthn/browser");
    const response = await startRegistration({ optionsJSON }).catch(() => null);
    if (!response) return toast("No passkey was made", "The device was not asked to the end.");
    const added = await add.mutateAsync({ name: deviceName(navigator.userAgent), response }).then(
      () => true,
      () => false,
    );
    if (added) toast("The passkey is added");
  };
  const problem = begin.error ?? add.error;
  return (
    <Card
      title="Passkeys"
      lead="Sign in with your fingerprint, face or device code. Nothing to type, nothing to steal."
      action={
        <Button busy={begin.isPending || add.isPending} onClick={() => void register()}>
          Add a passkey
        </Button>
      }
    >
      <QueryState query={query} loading={null}>
        {(passkeys) => (
          <ul className="grid gap-2 text-[13px]">
            {passkeys.length === 0 && <li className="text-ink-soft">No passkeys yet.</li>}
            {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id} className="flex items-center justify-between gap-4">
                <span>
                  {name}
                  <span className="block text-ink-soft text-xs">
                    Added <Time at={createdAt} />, {lastUsedAt ? "last used " : "never used"}
                    {lastUsedAt && <Time at={lastUsedAt} />}
                  </span>
                </span>
                <Button
                  variant="quiet"
                  onClick={() => setRemoving({ id, name })}
                  aria-label={`Remove the passkey ${name}`}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {problem && <FormError message={refusalOf(problem).message} />}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`Remove the passkey “${removing.name}”?`}
          action="Remove passkey"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: removing.id })}
          error={remove.error && <FormError message={refusalOf(remove.error).message} />}
        >
          <p>
            It no longer signs you in, and all your other sessions end. Your device may still offer it until you delete
            it there too.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** "Chrome on macOS": what a person knows their device by. */
export function deviceName(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find([
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = find([
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Mac OS X/, "macOS"],
    [/Windows/, "Windows"],
    [/Linux/, "Linux"],
  ]);
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}
