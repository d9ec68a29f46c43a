"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { RunFoot } from "../selection/run-foot.tsx";
import { RunList } from "../selection/run-list.tsx";
import { useRun } from "../selection/use-run.ts";
import { isInstallable, LANGUAGE_NAMES } from "./handover.ts";

type Suggested = Outputs["handovers"]["suggest"]["items"][number];
type OrderPart = { reference: string; iccids?: string[] };

const nameOf = ({ reference, recipient }: Suggested) => `${reference} ${recipient}`;
const toSend = ({ esims }: Suggested) => esims.filter(isInstallable).map(({ iccid }) => iccid);

/** eSIMs of many orders go to whoever each was sent to last, or bought it in the shop: one mail for each order. */
export function SendMany({ parts, onDone }: { parts: OrderPart[]; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const { environment } = usePortal();
  const query = useQuery(
    api.handovers.suggest.queryOptions({ orders: parts }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  );
  const send = useMutation(api.handovers.send.mutationOptions());
  const run = useRun<Suggested>(nameOf, async (item) => {
    const { reference, recipient, language } = item;
    const sending = { reference, recipient: recipient!, language, iccids: toSend(item), decidedAt: query.data!.at };
    const { heldBack } = await send.mutateAsync(sending);
    return heldBack ? "Written to the outbox" : `The e-mail to ${recipient} is on its way`;
  });
  const possible = (query.data?.items ?? []).filter((item) => item.recipient && toSend(item).length > 0);
  const close = () => {
    if (run.isRunning) return;
    if (run.done > 0) void cache.invalidateQueries(api.handovers.pathFilter());
    onDone();
  };
  return (
    <Dialog
      open
      wide
      insistent={run.isRunning}
      onOpenChange={close}
      title="Send to customers again"
      description="One e-mail for each order, with one new link. Links that were sent for the same eSIMs before end now."
    >
      <DialogBody>
        <QueryState query={query} loading={<Skeleton className="h-48" />}>
          {({ items }) => (
            <RunList label="What is sent to whom" items={items} nameOf={nameOf} run={run}>
              {(item) => <Sending item={item} />}
            </RunList>
          )}
        </QueryState>
        {environment === "test" && (
          <p className="text-[13px] text-ink-soft">
            Test environment: only members of your team get e-mails. To anyone else it is written to the outbox and not
            sent.
          </p>
        )}
      </DialogBody>
      <RunFoot
        run={run}
        count={possible.length}
        dismiss="Cancel"
        onStart={() => void run.start(possible)}
        onClose={close}
      >
        Send {possible.length === 1 ? "1 e-mail" : `${possible.length} e-mails`}
      </RunFoot>
    </Dialog>
  );
}

function Sending({ item }: { item: Suggested }) {
  const { reference, recipient, language, esims } = item;
  const count = toSend(item).length;
  return (
    <>
      <p className="flex flex-wrap gap-x-2">
        <b className="font-medium font-mono text-xs leading-5">{reference}</b>
        {recipient && (
          <span className="[overflow-wrap:anywhere]">
            {recipient}, {LANGUAGE_NAMES[language]}
          </span>
        )}
      </p>
      <p className="text-ink-soft text-xs">
        {count === 0
          ? "Nothing to install any more: each eSIM is cancelled, expired, or deleted from its device."
          : !recipient
            ? "No e-mail address is on record. Send it from the order's page, where you can enter one."
            : count === esims.length
              ? `${count === 1 ? "1 eSIM" : `${count} eSIMs`}`
              : `${count} of ${esims.length} eSIMs; the others cannot be installed any more`}
      </p>
    </>
  );
}
