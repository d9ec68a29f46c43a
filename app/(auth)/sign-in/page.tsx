import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { safeReturn } from "#components/auth/safe-return.ts";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { findViewer, visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sign in" };

type PageProps = { searchParams: Promise<{ to?: string | string[]; done?: string | string[] }> };

export default async function SignIn({ searchParams }: PageProps) {
  const { to, done } = await searchParams;
  if (await findViewer()) redirect(safeReturn(to));
  const { open } = await (await visitorApi()).auth.signUpState();
  return (
    <SignInForm
      signUp={open}
      to={safeReturn(to)}
      notice={done === "password" ? "Your password has been changed. Sign in with the new one." : undefined}
    />
  );
}
