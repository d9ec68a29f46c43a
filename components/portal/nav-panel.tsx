"use client";
import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { backdropLooks } from "#components/ui/dialog-looks.ts";

type NavPanelProps = { open: boolean; onOpenChange(open: boolean): void; links: ReactNode; children: ReactNode };

export function NavPanel({ open, onOpenChange, links, children }: NavPanelProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropLooks} />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-line border-r bg-raised p-3 transition-transform duration-150 data-ending-style:-translate-x-4 data-starting-style:-translate-x-4">
          <div className="flex items-center justify-between">
            <Dialog.Title className="sr-only">Navigation</Dialog.Title>
            {children}
            <Dialog.Close render={<Button variant="quiet" size="icon" aria-label="Close the navigation" />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          {links}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
