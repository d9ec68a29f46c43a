"use client";
import { type RefObject, useEffect } from "react";

/** On a phone the current one of a strip of tabs may be beyond its edge: the strip is scrolled to where it is. */
export function useInSight(strip: RefObject<HTMLElement | null>, selector: string, current: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when another one is current.
  useEffect(() => {
    const element = strip.current;
    const found = element?.querySelector<HTMLElement>(selector);
    if (element && found) element.scrollLeft = found.offsetLeft - (element.clientWidth - found.clientWidth) / 2;
  }, [current]);
}
