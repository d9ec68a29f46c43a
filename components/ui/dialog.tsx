"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { cn } from "./cn.ts";

const DialogFrame = dynamic(() => import("./dialog-frame.tsx").then((module) => module.DialogFrame));

export type DialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description?: ReactNode;
  /** Closed by its own button only: for what is shown once. */
  insistent?: boolean;
  wide?: boolean;
  children: ReactNode;
};

/** As high as what stands on it: of two dialogs the one that opened last dims the other. */
export const backdropLooks =
  "fixed inset-0 z-50 bg-[oklch(0.15_0.01_255/0.45)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const popupLooks =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-raised shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** True from the first time that it is: what it is for is fetched then, and stays to close gently. */
export function useEver(wanted: boolean): boolean {
  const [ever, setEver] = useState(wanted);
  if (wanted && !ever) setEver(true);
  return ever || wanted;
}

/** A short decision or a short form. What it is made of is fetched when it is opened first. */
export function Dialog(props: DialogProps) {
  return useEver(props.open) && <DialogFrame {...props} />;
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
