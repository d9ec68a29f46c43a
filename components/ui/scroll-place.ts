import { type RefObject, useLayoutEffect } from "react";

/** How far each list had scrolled, by the entry of the browser's history in which it was shown, and what it was asked for. */
const places = new Map<string, number>();

/** In an address, and not about what a list holds. */
const ASIDES = ["columns", "compare", "view"];

function listOf({ pathname, search }: Location): { pathname: string; name: string } {
  const asked = new URLSearchParams(search);
  for (const aside of ASIDES) asked.delete(aside);
  return { pathname, name: `${pathname}?${asked}` };
}

/**
 * Back in a list that scrolls by itself one is where one was, as on a page that the browser scrolls. A link to the same address is another
 * entry, and begins at the top, as it does in browsers that do not tell entries apart; so does what is asked for anew in a list that is there.
 */
export function useScrollPlace(inside: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = inside.current?.closest("section");
    if (!list || !("navigation" in window)) return;
    let shown = listOf(location);
    const place = () => `${navigation.currentEntry?.key} ${shown.name} ${list.ariaLabel}`;
    const left = places.get(place());
    if (left) list.scrollTop = left;
    const keep = () => void places.set(place(), list.scrollTop);
    const follow = () => {
      const now = listOf(location);
      if (now.pathname !== shown.pathname || now.name === shown.name) return;
      shown = now;
      list.scrollTop = places.get(place()) ?? 0;
    };
    list.addEventListener("scroll", keep, { passive: true });
    navigation.addEventListener("currententrychange", follow);
    return () => {
      list.removeEventListener("scroll", keep);
      navigation.removeEventListener("currententrychange", follow);
    };
  }, [inside]);
}
