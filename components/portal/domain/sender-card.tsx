"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { RecordLine } from "./record-line.tsx";

type Setup = Outputs["storefront"]["sender"];

const schemaOf = (z: Zod) =>
  z.object({
    address: z
      .string()
      .check(z.trim(), z.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "An address such as hello@shop.example.com.")),
  });

/** Mails to travellers from an address of the reseller's own: which, what to enter at the DNS provider, and how it stands. */
export function SenderCard() {
  const api = useApi();
  const { data: setup } = useQuery(
    api.storefront.sender.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.status === "pending" ? 15_000 : false),
    }),
  );
  return (
    <Card
      title="Sender of mails"
      lead="Without an address of yours, mails to travellers come from our address in your name; answers reach your support address either way."
    >
      {setup !== undefined && <Sender key={setup?.address ?? ""} setup={setup} />}
    </Card>
  );
}

function Sender({ setup }: { setup: Setup }) {
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const changeable = may("brand:manage");
  const form = useForm(schemaOf, { address: setup?.address ?? "" });
  const { errors, isDirty } = form.formState;
  const take = (now: Setup) => cache.setQueryData(api.storefront.sender.queryKey(), now);
  const save = useMutation(
    api.storefront.setSender.mutationOptions({
      onError: form.refuse,
      onSuccess: (now) => {
        take(now);
        toast("The address is saved", "Mails come from it once its record is found.");
      },
    }),
  );
  const remove = useMutation(
    api.storefront.removeSender.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        take(null);
        toast("Mails come from our address again");
      },
    }),
  );
  return (
    <div className="grid gap-5 *:min-w-0">
      <form
        method="post"
        noValidate
        aria-label="Sender of mails"
        className="grid gap-3"
        onSubmit={form.handleSubmit((given) => save.mutate(given))}
      >
        <Field label="Address" help="Such as hello@shop.example.com." error={errors.address?.message}>
          <Input
            type="email"
            disabled={!changeable}
            autoComplete="off"
            spellCheck={false}
            {...form.register("address")}
          />
        </Field>
        <FormError message={errors.root?.message} />
        {changeable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={!isDirty} busy={save.isPending}>
              Save address
            </Button>
            {setup && (
              <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
                Send from ours again
              </Button>
            )}
          </div>
        )}
      </form>
      {setup && <Standing setup={setup} take={take} changeable={changeable} />}
    </div>
  );
}

type StandingProps = { setup: NonNullable<Setup>; take(now: Setup): void; changeable: boolean };

/** The record to enter, whether it was found, and what could be better. */
function Standing({ setup, take, changeable }: StandingProps) {
  const check = useMutation(
    useApi().storefront.verifySender.mutationOptions({
      onSuccess: (now) => {
        take(now);
        toast(now.status === "verified" ? `Mails come from ${now.address}` : "The record is not found yet");
      },
      onError: (error) => toast("It could not be checked", refusalOf(error).message),
    }),
  );
  const verified = setup.status === "verified";
  return (
    <div className="grid gap-3 *:min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 text-[13px]">
        {verified ? <Badge tone="good">In use</Badge> : <Badge tone="wait">Waiting for the record</Badge>}
        <span className="text-ink-soft">
          {setup.checkedAt && (
            <>
              Checked <Time at={setup.checkedAt} />
            </>
          )}
        </span>
        {changeable && (
          <Button className="ml-auto" busy={check.isPending} onClick={() => check.mutate()}>
            Check sender now
          </Button>
        )}
      </div>
      {setup.fault && (
        <p role="status" className="wrap-anywhere rounded-lg border border-line bg-wait-soft p-3 text-[13px]">
          {setup.fault}
        </p>
      )}
      <p className="text-[13px] text-ink-soft">
        {verified
          ? "Keep this record: mails are signed with it (DKIM), and we check it daily."
          : "Let us sign for your domain (DKIM):"}
      </p>
      <dl className="grid gap-2 rounded-lg border border-line p-3 text-[13px]">
        <RecordLine name="Type" value={setup.record.type} />
        <RecordLine name="Name" value={setup.record.name} />
        <RecordLine name="Value" value={setup.record.value} />
      </dl>
      <p className="text-[13px] text-ink-soft">
        SPF needs no entry: mails that cannot be delivered come back to our domain, whose SPF record is checked.
      </p>
    </div>
  );
}
