"use client";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useScrollPlace } from "./scroll-place.ts";

const OWN_PRESSES = "a, button, input, label, select, summary, [role=menuitem]";
const MIDDLE = 1;

const linkOf = ({ target }: MouseEvent): HTMLElement | null | undefined =>
  target instanceof Element && !target.closest(OWN_PRESSES)
    ? target.closest("tr")?.querySelector<HTMLElement>("a[href]:not([data-aside])")
    : null;

/** A row opens where its first link leads, wherever it is clicked, unless that link is an aside: with the middle button, Ctrl or ⌘ in a new tab, as a link does. */
export function TableRows({ className, children }: { className?: string; children: ReactNode }) {
  const rows = useRef<HTMLTableSectionElement>(null);
  useScrollPlace(rows);
  const open = (event: MouseEvent) => {
    const isMiddle = event.button === MIDDLE;
    // Text that was just marked is to be copied.
    if (event.defaultPrevented || (!isMiddle && getSelection()?.type === "Range")) return;
    linkOf(event)?.dispatchEvent(
      new globalThis.MouseEvent("click", {
        bubbles: true,
        cancelable: true,
        ctrlKey: isMiddle || event.ctrlKey,
        metaKey: isMiddle || event.metaKey,
        shiftKey: event.shiftKey,
      }),
    );
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link itself.
    <tbody
      ref={rows}
      className={className}
      onClick={open}
      onAuxClick={(event) => event.button === MIDDLE && open(event)}
      // Else the middle button would begin to scroll.
      onMouseDown={(event) => event.button === MIDDLE && linkOf(event) && event.preventDefault()}
    >
      {children}
    </tbody>
  );
}
