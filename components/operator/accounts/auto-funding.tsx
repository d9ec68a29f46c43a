"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ActButton } from "../act-button.tsx";
import { useOperator } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

type Setting = NonNullable<Outputs["operator"]["accounts"]["get"]["autoFunding"]>;
type AutoFundingProps = { code: string; currency: string; setting: Setting };

/** The card that the reseller's wallet is funded from by itself, and the way to stop that. */
export function AutoFunding({ code, currency, setting }: AutoFundingProps) {
  const { may } = useOperator();
  const amount = (value: string | null) => (value === null ? "None" : <Money amount={value} currency={currency} />);
  return (
    <Card title="Automatic funding">
      <Facts
        facts={[
          ["State", setting.enabled ? "On" : (setting.offReason ?? "Off")],
          ["Card", setting.cardDigits ? <CardName key="card" setting={setting} /> : "None"],
          ...(setting.enabled
            ? ([
                ["Below", amount(setting.threshold)],
                ["Charge", amount(setting.amount)],
                ["Most in a month", amount(setting.monthlyCap)],
              ] as const)
            : []),
          ["This month", amount(setting.thisMonth)],
          ...(setting.underWay ? ([["Under way", setting.underWay]] as const) : []),
          ...(setting.failures > 0 ? ([["Failures in a row", setting.failures]] as const) : []),
        ]}
      />
      {setting.enabled && may("money:move") && <Stop code={code} />}
    </Card>
  );
}

const CardName = ({ setting: { cardBrand, cardDigits, cardExpires } }: { setting: Setting }) => (
  <>
    <span className="capitalize">{cardBrand}</span> ••{cardDigits}, {cardExpires}
  </>
);

function Stop({ code }: { code: string }) {
  const acted = useActed();
  const [reason, setReason] = useState("");
  const stop = useMutation(useApi().operator.accounts.stopAutoFunding.mutationOptions());
  return (
    <div className="mt-4">
      <ActButton
        label="Switch off"
        question="Switch automatic funding off?"
        act={stop}
        danger
        run={(done) =>
          stop.mutate(
            { code, reason },
            {
              onSuccess: () => {
                acted("Automatic funding is switched off");
                done();
              },
            },
          )
        }
      >
        <p className="mb-4">
          The saved card is not charged any more. A charge that was sent already is booked when it is made. The team is
          told why, and can switch it on again.
        </p>
        <Field label="Why" help="The team reads it, so write a whole sentence.">
          <Input value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
        </Field>
      </ActButton>
    </div>
  );
}
