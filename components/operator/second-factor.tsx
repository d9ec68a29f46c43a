"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { askToConfirm } from "#components/portal/confirm-asks.ts";
import { QueryState } from "#components/portal/query-state.tsx";
import { PasskeysCard } from "#components/portal/you/passkeys-card.tsx";
import { TotpCard } from "#components/portal/you/totp-card.tsx";
import { Button } from "#components/ui/button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** With a fresh start: what is open to the session has changed. */
const goOn = () => window.location.assign("/operator");

/** Shows the second factor that there is, or sets one up. */
export function SecondFactor({ held }: { held: boolean }) {
  return held ? <Show /> : <SetUp />;
}

function Show() {
  const show = async () => {
    if (await askToConfirm("factor")) goOn();
  };
  return (
    <div>
      <Button variant="primary" onClick={() => void show()}>
        Use passkey or code
      </Button>
    </div>
  );
}

function SetUp() {
  const api = useApi();
  const person = useQuery(api.person.get.queryOptions());
  const passkeys = useQuery(api.person.passkeys.queryOptions());
  const isSetUp = person.data?.hasTotp || (passkeys.data?.length ?? 0) > 0;
  return (
    <>
      <QueryState query={person} loading={<Skeleton className="h-40" />}>
        {(found) => <TotpCard person={found} />}
      </QueryState>
      <PasskeysCard />
      <div className="grid gap-2">
        <p role="status" className="text-[13px] text-ink-soft">
          {isSetUp
            ? "Set up. Add a second one on another device in case you lose the first."
            : "Nothing is set up yet."}
        </p>
        <div>
          <Button variant="primary" disabled={!isSetUp} onClick={goOn}>
            Continue
          </Button>
        </div>
      </div>
    </>
  );
}
