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
      <AuthNote title="This invitation has expired" href="/sign-in" link="To the sign-in page">
        It was accepted, withdrawn or replaced by a newer one, or it is more than seven days old. Ask the person who
        invited you to send it again.
      </AuthNote>
    );
  return <AcceptInvitationForm token={token} invitation={invitation} />;
}
