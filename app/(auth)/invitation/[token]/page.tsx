import type { Metadata } from "next";
import { AcceptInvitationForm } from "#components/auth/accept-invitation-form.tsx";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Invitation" };

export default async function Invitation({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await (await visitorApi()).auth.invitation(token.slice(0, 100));
  if (!invitation)
    return (
      <AuthNote title="This invitation is no longer open" href="/sign-in" link="To the sign-in page">
        It was accepted, withdrawn, replaced by a newer one, or is older than seven days. Ask whoever invited you to
        send it again.
      </AuthNote>
    );
  return <AcceptInvitationForm token={token} invitation={invitation} />;
}
