"use client";
import dynamic from "next/dynamic";
import { useCallback, useSyncExternalStore } from "react";
import type { Said } from "./toast-message.ts";

const ToastList = dynamic(() => import("./toast-list.tsx").then((module) => module.ToastList));

const NOTHING: readonly Said[] = [];
let said: readonly Said[] = NOTHING;
let spoken = false;
const listeners = new Set<() => void>();

function change(next: readonly Said[]): void {
  said = next;
  for (const listener of listeners) listener();
}

/** Says that something was done. What went wrong stays where it went wrong. */
export function toast(title: string, description?: string): void {
  spoken = true;
  change([...said, { title, description }]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Where toasts appear. What they are made of is fetched with the first one. */
export function Toaster() {
  const waiting = useSyncExternalStore(
    subscribe,
    () => said,
    () => NOTHING,
  );
  const onTaken = useCallback((count: number) => change(said.slice(count)), []);
  return spoken && <ToastList said={waiting} onTaken={onTaken} />;
}
