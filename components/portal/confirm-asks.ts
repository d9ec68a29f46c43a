"use client";

/** `factor`: with a passkey or a code, the password alone does not do. */
export type Wanted = "any" | "factor";
type Ask = { wanted: Wanted; answer(confirmed: boolean): void };

let ask: Ask | null = null;
let pending: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function show(next: Ask | null): void {
  ask = next;
  for (const listener of listeners) listener();
}

/** Asks the person to show that they are the one. Several refusals at the same time are one question. */
export function askToConfirm(wanted: Wanted): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) =>
    show({
      wanted,
      answer: (confirmed) => {
        pending = null;
        show(null);
        resolve(confirmed);
      },
    }),
  );
  return pending;
}

export const currentAsk = (): Ask | null => ask;

export function onAsk(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
