import { type RefObject, useLayoutEffect } from "react";

/** How far each list had scrolled, by the entry of the browser's history in which it was shown, and by its address: a search typed replaces only that. */
const places = new Map<string, number>();

/**
 * Back in a list that scrolls by itself one is where one was, as on a page that the browser scrolls. A link to the same address is another
 * entry, and begins at the top, as it does in browsers that do not tell entries apart.
 */
export function useScrollPlace(inside: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = inside.current?.closest("section");
    if (!list || !("navigation" in window)) return;
    const place = () => `${navigation.currentEntry?.key} ${location.href} ${list.ariaLabel}`;
    const left = places.get(place());
    if (left) list.scrollTop = left;
    const keep = () => void places.set(place(), list.scrollTop);
    list.addEventListener("scroll", keep, { passive: true });
    return () => list.removeEventListener("scroll", keep);
  }, [inside]);
}
