"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { AddressField } from "./address-field.tsx";
import type { Endpoint } from "./endpoint-status.ts";
import { EventPicker } from "./event-picker.tsx";
import type { EventType } from "./event-type.ts";
import { RevealSecret } from "./reveal-secret.tsx";

const schemaOf = (z: Zod) =>
  z.object({
    url: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Enter the address that events go to."),
        z.maxLength(2_000, "An address has at most 2,000 characters."),
      ),
    events: z.array(z.custom<EventType | "*">()).check(z.minLength(1, "Choose at least one event.")),
  });

/** A new endpoint, or a change of one that is there. */
export function EndpointForm({ endpoint }: { endpoint?: Endpoint }) {
  const { href } = usePortal();
  const router = useRouter();
  const api = useApi();
  const cache = useQueryClient();
  const [made, setMade] = useState<Outputs["webhooks"]["create"] | null>(null);
  const subscribed: (EventType | "*")[] = (endpoint?.events as EventType[] | undefined) ?? ["*"];
  const form = useForm(schemaOf, { url: endpoint?.url ?? "", events: subscribed });
  const refresh = () => void cache.invalidateQueries(api.webhooks.pathFilter());
  const create = useMutation(
    api.webhooks.create.mutationOptions({
      onError: form.refuse,
      onSuccess: (created) => {
        setMade(created);
        refresh();
      },
    }),
  );
  const update = useMutation(
    api.webhooks.update.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ id }) => {
        toast("The endpoint is changed", "Waiting deliveries go to the new address.");
        refresh();
        router.push(href(`/webhooks/${id}`));
      },
    }),
  );
  const { errors } = form.formState;
  const [url, events] = form.watch(["url", "events"]);
  const submit = form.handleSubmit((given) =>
    endpoint
      ? update.mutate({
          id: endpoint.id,
          url: given.url === endpoint.url ? undefined : given.url,
          events: given.events,
        })
      : create.mutate(given),
  );
  return (
    <form method="post" noValidate className="grid max-w-[640px] gap-6" onSubmit={submit}>
      <AddressField value={url} error={errors.url?.message} input={form.register("url")} />
      <EventPicker
        value={events}
        onChange={(chosen) => form.setValue("events", chosen, { shouldValidate: form.formState.isSubmitted })}
        error={errors.events?.message}
      />
      <FormError message={errors.root?.message} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={create.isPending || update.isPending}>
          {endpoint ? "Save changes" : "Add endpoint"}
        </Button>
        <ButtonLink href={href(endpoint ? `/webhooks/${endpoint.id}` : "/webhooks")}>Cancel</ButtonLink>
      </div>
      {made && (
        <RevealSecret
          secret={made.secret}
          note="Verify each event's signature with it, so that nobody but us can post to your address."
          onSaved={() => router.push(href(`/webhooks/${made.id}`))}
        />
      )}
    </form>
  );
}
