"use client";
import { startAuthentication } from "@simplewebauthn/browser";
import { useMutation } from "@tanstack/react-query";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";

export type Credentials = { email: string; password: string; code?: string; trust?: "yes" };

/** Signs in and leads on to `to`, with a fresh start: nothing of a visitor's page stays. */
export function useSignIn(to: string) {
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const beginPasskey = useMutation(useApi().auth.beginPasskey.mutationOptions());

  const attempt = async (method: "password" | "passkey", values: () => Promise<Record<string, string>>) => {
    setBusy(method);
    try {
      const answer = await signIn(method, { ...(await values()), redirect: false });
      if (answer?.ok && !answer.error) {
        window.location.assign(to);
        return undefined;
      }
      setBusy(null);
      return answer?.error ?? refusalOf(null).message;
    } catch (error) {
      setBusy(null);
      return error instanceof Error && error.name === "NotAllowedError"
        ? "The passkey was not used. Try again, or sign in with your password."
        : refusalOf(error).message;
    }
  };

  return {
    busy,
    /** The error in words, `code_needed` or `code_needed_each_time`, or nothing when the browser is on its way. */
    withPassword: (given: Credentials) => attempt("password", async () => ({ ...given })),
    withPasskey: () =>
      attempt("passkey", async () => {
        const optionsJSON = await beginPasskey.mutateAsync();
        return { response: JSON.stringify(await startAuthentication({ optionsJSON })) };
      }),
  };
}
