"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { cn } from "./cn.ts";
import type { DialogProps } from "./dialog-looks.ts";

const DialogFrame = dynamic(() => import("./dialog-frame.tsx").then((module) => module.DialogFrame));

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
