"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Environment, Permission, Viewer } from "#server/trpc/types.ts";

type Portal = { environment: Environment; viewer: Viewer };

const PortalContext = createContext<Portal | null>(null);

export function PortalProvider({ children, ...portal }: Portal & { children: ReactNode }) {
  return <PortalContext value={portal}>{children}</PortalContext>;
}

/** The environment of the address, who looks, and what their role allows. Hiding is a courtesy: the server decides. */
export function usePortal() {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error("This component stands outside the portal.");
  return {
    ...portal,
    may: (permission: Permission) => portal.viewer.permissions.includes(permission),
    /** `path` within the environment: `/team` → `/live/team`. */
    href: (path: string) => `/${portal.environment}${path}`,
  };
}
