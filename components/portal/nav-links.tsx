"use client";
import { NavColumn } from "./nav-column.tsx";
import { usePlaces } from "./use-places.ts";

/** The navigation of the portal. */
export function NavLinks({ onFollow }: { onFollow?(): void }) {
  return <NavColumn label="Portal" groups={usePlaces()} onFollow={onFollow} />;
}
