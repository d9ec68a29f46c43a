import type { Metadata } from "next";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { CompleteSignUpForm } from "#components/auth/complete-sign-up-form.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Open an account" };

export default async function CompleteSignUp({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const signUp = await (await visitorApi()).auth.signUp(token.slice(0, 100));
  if (!signUp)
    return (
      <AuthNote title="This link has expired" href="/sign-up" link="Sign up again">
        It was used or replaced by a newer one, or it is more than a day old. If you have opened your account, sign in.
      </AuthNote>
    );
  return <CompleteSignUpForm token={token} signUp={signUp} />;
}
