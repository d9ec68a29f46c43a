"use client";
import { usePathname } from "next/navigation";
import { NavColumn } from "#components/portal/nav-column.tsx";
import { OPERATOR_NAVIGATION } from "./navigation.ts";
import { useOperator } from "./operator-context.tsx";

/** The navigation of the platform's own side. */
export function OperatorLinks({ onFollow }: { onFollow?(): void }) {
  const path = usePathname();
  const { may, viewer } = useOperator();
  const groups = OPERATOR_NAVIGATION.map(({ group, places }) => ({
    group,
    places: places
      .filter(({ needs, ofCells }) => (!needs || may(needs)) && (!ofCells || viewer.hasCells))
      .map((place) => ({
        ...place,
        current: path === place.to || (place.to !== "/operator" && path.startsWith(`${place.to}/`)),
      })),
  }));
  return <NavColumn label="Platform" groups={groups} onFollow={onFollow} />;
}
