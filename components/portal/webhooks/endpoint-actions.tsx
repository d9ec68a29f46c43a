"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { Endpoint } from "./endpoint-status.ts";
import { ReplaySince } from "./replay-since.tsx";
import { RevealSecret } from "./reveal-secret.tsx";

type Doing = "rotate" | "switch" | "disable" | "replay";

/** Everything that can be done to an endpoint beside editing it; what cannot be taken back is asked first. */
export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const { id, status, overlapUntil } = endpoint;
  const api = useApi();
  const cache = useQueryClient();
  const [doing, setDoing] = useState<Doing | null>(null);
  const done = () => setDoing(null);
  const said = (title: string, more?: string) => () => {
    toast(title, more);
    done();
    void cache.invalidateQueries(api.webhooks.pathFilter());
  };
  const enable = useMutation(
    api.webhooks.enable.mutationOptions({
      onSuccess: said("The endpoint is enabled", "Replay what it missed."),
      onError: (error) => toast("It could not be enabled", refusalOf(error).message),
    }),
  );
  const disable = useMutation(api.webhooks.disable.mutationOptions({ onSuccess: said("The endpoint is disabled") }));
  const switchOver = useMutation(
    api.webhooks.switchSecret.mutationOptions({ onSuccess: said("Only the new secret signs from now on") }),
  );
  const rotate = useMutation(api.webhooks.rotate.mutationOptions());
  const error = (failed: unknown) => failed !== null && <FormError message={refusalOf(failed).message} />;
  return (
    <>
      {status === "disabled" ? (
        <Button variant="primary" busy={enable.isPending} onClick={() => enable.mutate({ id })}>
          Enable
        </Button>
      ) : (
        <Button onClick={() => setDoing("replay")}>Replay</Button>
      )}
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {overlapUntil ? (
          <MenuItem onClick={() => setDoing("switch")}>Switch to the new secret now</MenuItem>
        ) : (
          <MenuItem onClick={() => setDoing("rotate")}>Rotate secret</MenuItem>
        )}
        <MenuItem danger disabled={status === "disabled"} onClick={() => setDoing("disable")}>
          Disable
        </MenuItem>
      </Menu>
      {doing === "replay" && <ReplaySince endpointId={id} onDone={done} />}
      <ConfirmDialog
        open={doing === "disable"}
        onOpenChange={done}
        title="Disable this endpoint?"
        action="Disable endpoint"
        busy={disable.isPending}
        onConfirm={() => disable.mutate({ id })}
        error={error(disable.error)}
      >
        <p>No more events are sent to it. {endpoint.waiting} events that wait for it end as failed.</p>
        <p>You can enable it again and replay what it missed.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={doing === "switch"}
        onOpenChange={done}
        title="Switch to the new secret now?"
        action="Switch now"
        danger={false}
        busy={switchOver.isPending}
        onConfirm={() => switchOver.mutate({ id })}
        error={error(switchOver.error)}
      >
        <p>From the next attempt only the new secret signs. Receivers that only know the old one will refuse events.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={doing === "rotate" && !rotate.data}
        onOpenChange={done}
        title="Rotate the signing secret?"
        action="Rotate secret"
        danger={false}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({ id })}
        error={error(rotate.error)}
      >
        <p>You get a new secret. For 24 hours events are signed with both, so you can switch over.</p>
      </ConfirmDialog>
      {doing === "rotate" && rotate.data && (
        <RevealSecret
          secret={rotate.data.secret}
          note="For 24 hours webhook-signature carries the signatures of both secrets, and X-SVC-Signature that of the old one. Once your receiver knows the new secret you can switch at once."
          onSaved={() => {
            rotate.reset();
            said("The secret is rotated")();
          }}
        />
      )}
    </>
  );
}
