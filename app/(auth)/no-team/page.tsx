import type { Metadata } from "next";
import { AuthNote } from "#components/auth/auth-note.tsx";
import { SignOutButton } from "#components/auth/sign-out-button.tsx";

export const metadata: Metadata = { title: "No team" };

export default function NoTeam() {
  return (
    <>
      <AuthNote title="You are not on a team">
        You are signed in, but you are not on any company's team. Ask an owner or admin for an invitation.
      </AuthNote>
      <SignOutButton />
    </>
  );
}
