"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { cn } from "./cn.ts";
import { backdropLooks, type DialogProps, popupLooks } from "./dialog-looks.ts";

/** Its content scrolls, its title and its end stay. */
export function DialogFrame({ open, onOpenChange, title, description, insistent, wide, children }: DialogProps) {
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
