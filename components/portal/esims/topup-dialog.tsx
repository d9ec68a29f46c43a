"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { AmountPlaces } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import { commonPlaces } from "#server/kernel/amount-places.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { daysInWords } from "../catalog/in-words.ts";
import { FormError } from "../form-error.tsx";
import { formatBytes } from "../format-bytes.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import type { Esim } from "./esim.ts";

type Options = Outputs["esims"]["topupOptions"];
type Option = Options["items"][number];

const MB = 1_048_576;
const DAY_MS = 86_400_000;

/** What can be put on the eSIM, at what price, and what that changes. Sent twice, it is bought once. */
export function TopupDialog({ esim, onDone }: { esim: Esim; onDone(): void }) {
  const { iccid } = esim;
  const api = useApi();
  const cache = useQueryClient();
  const { environment } = usePortal();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [code, setCode] = useState<string | null>(null);
  const query = useQuery(api.esims.topupOptions.queryOptions({ iccid }, { staleTime: 60_000 }));
  const chosen = query.data?.items.find(({ packageCode }) => packageCode === code);
  const topup = useMutation(
    api.esims.topup.mutationOptions({
      onSuccess: ({ status }) => {
        toast(status === "succeeded" ? "Topped up" : "The top-up is on its way", "This page follows it.");
        void cache.invalidateQueries(api.esims.pathFilter());
        void cache.invalidateQueries(api.balance.pathFilter());
        onDone();
      },
      onError: (error) => {
        if (refusalOf(error).code === "price_changed") void query.refetch();
      },
    }),
  );
  const choose = (packageCode: string) => {
    setCode(packageCode);
    // Another choice is another purchase; the same one sent again is not.
    setKey(crypto.randomUUID());
  };
  return (
    <Dialog open onOpenChange={onDone} title="Top up this eSIM" description={`ICCID ${iccid}`}>
      <DialogBody>
        <QueryState query={query} loading={<Skeleton className="h-48" />}>
          {({ items, currency }) =>
            items.length === 0 ? (
              <p className="text-[13px]">The network supplier offers no top-up for this eSIM at the moment.</p>
            ) : (
              <>
                <Choices items={items} currency={currency} value={code} onChoose={choose} />
                {chosen && <Effect esim={esim} option={chosen} />}
              </>
            )
          }
        </QueryState>
        {topup.error && <FormError message={refusalOf(topup.error).message} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="primary"
          busy={topup.isPending}
          disabled={!chosen}
          onClick={() =>
            chosen && topup.mutate({ iccid, key, packageCode: chosen.packageCode, maxPrice: chosen.price })
          }
        >
          {environment === "live" ? "Buy top-up" : "Top up for free"}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

type ChoicesProps = { items: Option[]; currency: string; value: string | null; onChoose(code: string): void };

function Choices({ items, currency, value, onChoose }: ChoicesProps) {
  const locale = useLocale();
  return (
    <RadioGroup
      aria-label="Top-up"
      value={value}
      onValueChange={(code) => onChoose(String(code))}
      className="max-h-72 overflow-y-auto rounded-md border border-line"
    >
      <AmountPlaces places={commonPlaces(items.map(({ price }) => price))}>
        {items.map((item) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the primitive inside.
          <label
            key={item.packageCode}
            className="flex min-h-11 items-center gap-3 border-line px-3 py-2 text-[13px] not-last:border-b hover:bg-sunken"
          >
            <Radio.Root
              value={item.packageCode}
              className="grid size-[18px] shrink-0 place-items-center rounded-full border border-line-strong bg-raised data-checked:border-accent"
            >
              <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
            </Radio.Root>
            <span className="min-w-0 flex-1 break-words">
              {item.name}
              <span className="block text-ink-soft text-xs">
                {formatBytes(item.dataMb * MB, locale)}, {daysInWords(item.durationDays)}
              </span>
            </span>
            <span className="shrink-0 font-mono text-xs">
              <Amount amount={item.price} currency={currency} />
            </span>
          </label>
        ))}
      </AmountPlaces>
    </RadioGroup>
  );
}

/** What the eSIM will be when it succeeds. */
function Effect({ esim, option }: { esim: Esim; option: Option }) {
  const locale = useLocale();
  const left = Math.max(0, esim.totalBytes - esim.usedBytes);
  const added = option.dataMb * MB;
  const until = esim.expiresAt && new Date(esim.expiresAt.getTime() + option.durationDays * DAY_MS);
  const date = (at: Date) => at.toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" });
  return (
    <div role="status" className="grid gap-1 rounded-md bg-sunken px-3 py-2 text-[13px]">
      <p className="font-medium">When it is applied</p>
      <p className="tabular-nums">
        {esim.totalBytes === 0
          ? `${formatBytes(added, locale)} more`
          : `${formatBytes(left, locale)} left becomes about ${formatBytes(left + added, locale)}`}
      </p>
      <p>
        {esim.expiresAt && until
          ? `About ${option.durationDays} days more: ${date(esim.expiresAt)} becomes ${date(until)}, by the supplier's own rule`
          : `${option.durationDays} days, counted by the supplier's own rule`}
      </p>
      {esim.status === "exhausted" && <p>It works again.</p>}
      <p className="text-ink-soft text-xs">Charged now, and refunded in full if the supplier does not apply it.</p>
    </div>
  );
}
