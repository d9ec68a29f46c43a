"use client";
import { usePortal } from "../portal-context.tsx";
import { ExportCard } from "./export-card.tsx";
import { Invitations } from "./invitations.tsx";
import { MemberList } from "./member-list.tsx";

/** Who is in the account, and who is asked to join. */
export function Members() {
  const { may } = usePortal();
  return (
    <div className="grid gap-8">
      <MemberList />
      <Invitations />
      {may("data:export") && <ExportCard />}
    </div>
  );
}
