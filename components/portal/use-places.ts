"use client";
import { usePathname } from "next/navigation";
import { NAVIGATION, type Place } from "./navigation.ts";
import { usePortal } from "./portal-context.tsx";

export type ReachablePlace = Place & { to: string; current: boolean };

/** The pages that the role may see, with their addresses in this environment. */
export function usePlaces(): { group: string; places: ReachablePlace[] }[] {
  const { may, href } = usePortal();
  const path = usePathname();
  return NAVIGATION.map(({ group, places }) => ({
    group,
    places: places
      .filter(({ permission }) => !permission || may(permission))
      .map((place) => {
        const to = place.href ?? href(place.path ?? "");
        const current = place.path === "" ? path === to : path === to || path.startsWith(`${to}/`);
        return { ...place, to, current };
      }),
  })).filter(({ places }) => places.length > 0);
}
