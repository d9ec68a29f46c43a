"use client";
import { Invitations } from "./invitations.tsx";
import { MemberList } from "./member-list.tsx";

/** Who is in the account, and who is asked to join. */
export function Members() {
  return (
    <div className="grid gap-8">
      <MemberList />
      <Invitations />
    </div>
  );
}
