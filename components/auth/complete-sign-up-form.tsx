"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { NewcomerForm, useNewcomer } from "./newcomer-form.tsx";

type SignUp = NonNullable<Outputs["auth"]["signUp"]>;

/** Opens the account and signs its owner in. */
export function CompleteSignUpForm({ token, signUp }: { token: string; signUp: SignUp }) {
  const { companyName, currency, terms } = signUp;
  const [agreed, setAgreed] = useState(false);
  const newcomer = useNewcomer(signUp);
  const complete = useMutation(useApi().auth.completeSignUp.mutationOptions(newcomer.entering));
  return (
    <NewcomerForm
      of={newcomer}
      title={`Open the account of ${companyName}`}
      lead={`Kept in ${currency}.`}
      goOn="go on"
      action="Open the account"
      busy={complete.isPending || complete.isSuccess}
      onGiven={(given) => {
        if (agreed) complete.mutate({ token, terms, ...given });
        else newcomer.form.setError("root", { message: "Agree to the terms to open the account." });
      }}
    >
      <Checkbox checked={agreed} onChange={setAgreed}>
        {companyName} agrees to the{" "}
        <a href="/terms" target="_blank" rel="noreferrer" className="text-accent underline">
          terms (version {terms})
        </a>
        .
      </Checkbox>
    </NewcomerForm>
  );
}
