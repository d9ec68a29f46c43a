"use client";
import { useSyncExternalStore } from "react";

let isSignedOut = false;
const listeners = new Set<() => void>();

/** Says on the page whether the session has ended. */
export function tellSignedOut(ended: boolean): void {
  if (isSignedOut === ended) return;
  isSignedOut = ended;
  for (const listener of listeners) listener();
}

/** Whether the page has a place where that is said. */
export const isTold = (): boolean => listeners.size > 0;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session ended while something was being worked on here: the page stays as it is, and can go on after signing in beside it. */
export function SignedOut() {
  const shown = useSyncExternalStore(
    subscribe,
    () => isSignedOut,
    () => false,
  );
  if (!shown) return null;
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl rounded-lg border border-line bg-wait-soft p-4 text-[13px] text-wait shadow-float"
    >
      Your session has ended. Nothing you typed is lost:{" "}
      <a href="/sign-in" target="_blank" className="inline-block min-h-6 font-medium underline" rel="noreferrer">
        sign in again in a new tab
      </a>
      , then come back and send it.
    </p>
  );
}
