"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { OperatorPermission, OperatorViewer } from "#server/trpc/types.ts";

const OperatorContext = createContext<OperatorViewer | null>(null);

export function OperatorProvider({ viewer, children }: { viewer: OperatorViewer; children: ReactNode }) {
  return <OperatorContext value={viewer}>{children}</OperatorContext>;
}

/** Who looks, and what their role allows. Hiding is a courtesy: the server decides. */
export function useOperator() {
  const viewer = useContext(OperatorContext);
  if (!viewer) throw new Error("This component stands outside the operator area.");
  return { viewer, may: (permission: OperatorPermission) => viewer.permissions.includes(permission) };
}

/** What is only there for whom the role includes it. */
export function May({ act, children }: { act: OperatorPermission; children: ReactNode }) {
  return useOperator().may(act) ? children : null;
}
