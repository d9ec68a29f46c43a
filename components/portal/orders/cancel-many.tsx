"use client";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { counted } from "#components/ui/counted.ts";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { refusalOf } from "../refusal.ts";
import { RunFoot } from "../selection/run-foot.tsx";
import { RunList } from "../selection/run-list.tsx";
import { useRun } from "../selection/use-run.ts";
import { CancelEffect, type CancelItem } from "./cancel-effect.tsx";
import { sumAmounts } from "./sum-amounts.ts";

/** An order, or some of its eSIMs. */
export type OrderPart = { reference: string; iccids?: string[] };

type Preview = Outputs["orders"]["previewCancel"];
type Planned = { reference: string; currency: string; sale: Preview["sale"]; items: CancelItem[]; iccids: string[] };

/** As many lines as are shown of an order before somebody asks for the others. */
const FEW = 3;

const plan = ({ reference, iccids }: OrderPart, { currency, sale, items: all }: Preview): Planned => {
  const items = all.filter((item) => iccids?.includes(item.iccid) ?? true);
  const possible = items.filter(({ outcome }) => outcome !== "impossible").map(({ iccid }) => iccid);
  return { reference, currency, sale, items, iccids: possible };
};

function inWords(actions: Outputs["orders"]["cancel"]): string {
  const having = (...states: string[]) => actions.filter(({ status }) => states.includes(status)).length;
  const [done, failed] = [having("succeeded"), having("failed")];
  const open = actions.length - done - failed;
  return [
    done > 0 && `${counted(done, "eSIM")} cancelled`,
    failed > 0 && `${failed} not taken back by the supplier`,
    open > 0 && `${open} on the way: what the supplier accepts is refunded`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What a cancel does to each of many eSIMs, one confirmation, and what came of each order. */
export function CancelMany({ parts, onDone }: { parts: OrderPart[]; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const previews = useQueries({
    queries: parts.map(({ reference }) =>
      api.orders.previewCancel.queryOptions({ reference }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
    ),
  });
  const cancel = useMutation(api.orders.cancel.mutationOptions());
  const run = useRun<Planned>(
    ({ reference }) => reference,
    async ({ reference, iccids }) => inWords(await cancel.mutateAsync({ reference, iccids })),
  );
  const orders = previews.flatMap(({ data }, i) => (data ? [plan(parts[i]!, data)] : []));
  const possible = orders.filter(({ iccids }) => iccids.length > 0);
  const count = possible.reduce((sum, { iccids }) => sum + iccids.length, 0);
  const failed = previews.find(({ error }) => error);
  const close = () => {
    if (run.isRunning) return;
    if (run.done > 0)
      for (const filter of [api.orders.pathFilter(), api.esims.pathFilter()]) void cache.invalidateQueries(filter);
    onDone();
  };
  return (
    <Dialog
      open
      wide
      insistent={run.isRunning}
      onOpenChange={close}
      title={parts.length === 1 ? `Cancel eSIMs of ${parts[0]!.reference}?` : `Cancel eSIMs of ${parts.length} orders?`}
      description="A cancelled eSIM stops working for good. This cannot be undone."
    >
      <DialogBody>
        {failed ? (
          <FormError message={refusalOf(failed.error).message} />
        ) : orders.length < parts.length ? (
          <Skeleton className="h-48" />
        ) : (
          <>
            <Totals orders={possible} count={count} />
            <RunList label="What happens to each order" items={orders} nameOf={({ reference }) => reference} run={run}>
              {(order) => <PlannedOrder order={order} />}
            </RunList>
          </>
        )}
      </DialogBody>
      <RunFoot
        run={run}
        count={possible.length}
        dismiss="Keep eSIMs"
        danger
        onStart={() => void run.start(possible)}
        onClose={close}
      >
        Cancel {counted(count, "eSIM")}
      </RunFoot>
    </Dialog>
  );
}

/** What comes back when everything is accepted, to the reseller and to travellers. */
function Totals({ orders, count }: { orders: Planned[]; count: number }) {
  if (count === 0) return <p className="text-[13px]">None of them can be cancelled.</p>;
  const { currency } = orders[0]!;
  const chosen = ({ items, iccids }: Planned) => items.filter(({ iccid }) => iccids.includes(iccid));
  const back = sumAmounts(orders.flatMap(chosen).map(({ refund }) => refund));
  const sold = orders.filter(({ sale }) => sale);
  const currencies = [...new Set(sold.map(({ sale }) => sale!.currency))];
  const toTravellers = (of: string) =>
    sumAmounts(
      sold
        .filter(({ sale }) => sale!.currency === of)
        .flatMap(({ sale, iccids }) => sale!.esims.filter(({ iccid }) => iccids.includes(iccid)))
        .map(({ amount }) => amount),
    );
  return (
    <div className="grid gap-1 text-[13px]">
      <p>
        You get back if all {count} are accepted:{" "}
        <b className="font-semibold">
          <Amount amount={back} currency={currency} />
        </b>
      </p>
      {sold.length > 0 && (
        <p>
          {counted(sold.length, "order")} sold by your shop: the travellers get back{" "}
          {currencies.map((of, i) => (
            <span key={of}>
              {i > 0 && " and "}
              <b className="font-semibold">
                <Amount amount={toTravellers(of)} currency={of} />
              </b>
            </span>
          ))}{" "}
          and are told by e-mail. To keep a payment, cancel that order on its own page.
        </p>
      )}
    </div>
  );
}

function PlannedOrder({ order: { reference, items, iccids, currency, sale } }: { order: Planned }) {
  const effects = (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.iccid}>
          <span className="break-all font-mono text-xs">{item.iccid}</span>
          <CancelEffect item={item} currency={currency} />
        </li>
      ))}
    </ul>
  );
  const barred = items.length - iccids.length;
  return (
    <>
      <p className="flex flex-wrap gap-x-2">
        <b className="font-medium font-mono text-xs leading-5">{reference}</b>
        <span className="text-ink-soft">
          {items.length === 0 ? "No eSIM was delivered." : `${iccids.length} of ${counted(items.length, "eSIM")}`}
          {sale && `, sold to ${sale.email}`}
        </span>
      </p>
      {items.length <= FEW ? (
        effects
      ) : (
        <details>
          <summary className="min-h-6 cursor-pointer text-ink-soft text-xs leading-6">
            {barred === 0 ? "Each eSIM" : `Each eSIM; ${barred} cannot be cancelled`}
          </summary>
          {effects}
        </details>
      )}
    </>
  );
}
