import type { Metadata } from "next";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { SignUpForm } from "#components/auth/sign-up-form.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Open an account" };

export default async function SignUp() {
  const { open } = await (await visitorApi()).auth.signUpState();
  if (!open)
    return (
      <AuthNote title="Sign-up is closed" href="/sign-in" link="To the sign-in page">
        No accounts can be opened here at the moment. If you have spoken to us already, wait for our invitation by
        e-mail.
      </AuthNote>
    );
  return <SignUpForm />;
}
