"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

export function DeclineGoLive({ code, companyName }: { code: string; companyName: string }) {
  const acted = useActed();
  const [reason, setReason] = useState("");
  const decline = useMutation(useApi().operator.signUps.decline.mutationOptions());
  return (
    <ActButton
      label="Decline"
      question={`Decline to open live for ${companyName}?`}
      act={decline}
      danger
      run={(done) =>
        decline.mutate(
          { code, reason },
          {
            onSuccess: () => {
              acted("Declined", "The reseller has your reason by e-mail.");
              done();
            },
          },
        )
      }
    >
      <p>The test environment stays open, and they can ask again.</p>
      <Field label="Why" help="Mailed to whoever asked, word for word.">
        <TextArea rows={4} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActButton>
  );
}
