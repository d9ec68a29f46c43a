"use client";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { keepFocus } from "./kept-focus.ts";
import { forgetUnsaved, hasUnsaved, watchForms } from "./unsaved.ts";

/** Asks before what was typed is lost with its page, and keeps the focus where the work is. */
export function WorkGuard() {
  const [leaving, setLeaving] = useState<HTMLAnchorElement | null>(null);
  useEffect(keepFocus, []);
  useEffect(() => {
    const stopWatching = watchForms();
    const onUnload = (event: BeforeUnloadEvent) => hasUnsaved() && event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = linkAway(event);
      if (!link || !hasUnsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving(link);
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    return () => {
      stopWatching();
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, []);
  return (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={(open) => !open && setLeaving(null)}
      title="Leave without saving?"
      action="Leave page"
      onConfirm={() => {
        forgetUnsaved();
        setLeaving(null);
        leaving?.click();
      }}
    >
      <p>What you typed on this page has not been sent.</p>
    </ConfirmDialog>
  );
}

/** A link that is followed here, to another page. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download")) return null;
  return link.origin === location.origin && link.pathname === location.pathname ? null : link;
}
