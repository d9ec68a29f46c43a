"use client";
import { Card } from "#components/ui/card.tsx";
import { barOf } from "../handovers/handover.ts";
import { usePortal } from "../portal-context.tsx";
import type { Esim } from "./esim.ts";
import { InstallCodes } from "./install-codes.tsx";

/** What the traveller needs, in the order in which they need it. */
export function InstallCard({ esim }: { esim: Esim }) {
  const { install, apn } = esim;
  const { may } = usePortal();
  const bar = esim.isReplaced ? "Another eSIM takes its place: this one is not to be installed." : barOf(esim);
  const lead =
    install === "installed"
      ? "It was installed already: its code does not work again on another phone."
      : "Scan it with the phone that will use this eSIM. A code works once.";
  const steps = [
    "Connect the phone to Wi-Fi; installing needs the internet.",
    "Open the settings for mobile data, add an eSIM, and scan the code. On the phone itself: type in the SM-DP+ address and the activation code.",
    "Do not delete the eSIM from the phone: it cannot be installed again.",
    "On arrival, switch data roaming on for this line and choose it for mobile data.",
    ...(apn ? [`If nothing loads, set the APN of this line to “${apn}”.`] : []),
  ];
  if (bar || !may("installation:read"))
    return (
      <Card title="Installation" lead={bar ? undefined : lead}>
        <p className="text-[13px] text-ink-soft">
          {bar ?? "Your role does not include installation codes. An owner or admin can change your role."}
        </p>
      </Card>
    );
  return (
    <Card title="Installation" lead={lead}>
      <div className="grid gap-4">
        <InstallCodes {...esim} reference={esim.orderReference} />
        <ol className="grid list-decimal gap-1.5 pl-5 text-[13px] marker:text-ink-soft">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
