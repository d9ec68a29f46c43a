import type { Metadata } from "next";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { NewPasswordForm } from "#components/auth/new-password-form.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "New password" };

export default async function NewPassword({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await (await visitorApi()).auth.isResetOpen(token.slice(0, 100))))
    return (
      <AuthNote title="This link has expired" href="/recovery" link="Ask for a new link">
        It was used or replaced by a newer one, or it is more than an hour old.
      </AuthNote>
    );
  return <NewPasswordForm token={token} />;
}
