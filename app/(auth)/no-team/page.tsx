import type { Metadata } from "next";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { SignOutButton } from "#components/auth/sign-out-button.tsx";

export const metadata: Metadata = { title: "No team" };

export default function NoTeam() {
  return (
    <>
      <AuthNote title="You are on no team">
        Your sign-in works, but no company has you on its team at the moment. Ask an owner or admin for an invitation.
      </AuthNote>
      <SignOutButton />
    </>
  );
}
