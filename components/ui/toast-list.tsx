"use client";
import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import type { Said } from "./toast-message.ts";

const manager = Toast.createToastManager();

type ToastListProps = { said: readonly Said[]; onTaken(count: number): void };

/** The toasts themselves, there from the first thing that is said. */
export function ToastList({ said, onTaken }: ToastListProps) {
  useEffect(() => {
    if (said.length === 0) return;
    for (const { title, description } of said) manager.add({ title, description });
    onTaken(said.length);
  }, [said, onTaken]);
  return (
    <Toast.Provider toastManager={manager} timeout={5_000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-[60] grid w-[calc(100vw-2rem)] gap-2 sm:w-80">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className="flex items-start gap-3 rounded-lg border border-line bg-raised p-3 shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-medium text-[13px]" />
        <Toast.Description className="mt-0.5 text-ink-soft text-xs" />
      </Toast.Content>
      <Toast.Close
        aria-label="Dismiss"
        className="-m-1 grid size-7 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}
