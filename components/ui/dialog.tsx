"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type DialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** Closed by its own button only: for what is shown once. */
  insistent?: boolean;
  wide?: boolean;
  children: ReactNode;
};

export const backdropLooks =
  "fixed inset-0 z-40 bg-[oklch(0.15_0.01_255/0.45)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const popupLooks =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-raised shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** A short decision or a short form. Its content scrolls, its title and its end stay. */
export function Dialog({ open, onOpenChange, title, description, insistent, wide, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} disablePointerDismissal={insistent}>
      <Base.Portal>
        <Base.Backdrop className={backdropLooks} />
        <Base.Popup
          className={cn(popupLooks, wide ? "max-w-2xl" : "max-w-md")}
          onKeyDown={insistent ? (event) => event.key === "Escape" && event.stopPropagation() : undefined}
        >
          <div className="flex items-start justify-between gap-4 border-line border-b px-4 py-3">
            <div>
              <Base.Title className="font-semibold text-base">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-[13px] text-ink-soft">{description}</Base.Description>
              )}
            </div>
            {!insistent && (
              <Base.Close
                aria-label="Close"
                className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink sm:-mt-0.5 sm:-mr-1 sm:size-7"
              >
                <X className="size-4" aria-hidden />
              </Base.Close>
            )}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What scrolls. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn("grid min-h-0 gap-4 overflow-y-auto p-4", className)}>{children}</div>;
}

/** The buttons at the end; the one that does it last. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 border-line border-t p-4 py-3 sm:flex-row sm:justify-end">
      {children}
    </div>
  );
}
