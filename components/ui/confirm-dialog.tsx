"use client";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { useEver } from "./dialog.tsx";

const ConfirmFrame = dynamic(() => import("./confirm-frame.tsx").then((module) => module.ConfirmFrame));

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** A question that names the thing. */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb: "Revoke key". */
  action: string;
  /** The other button, where "Cancel" could be taken for what is asked. */
  dismiss?: string;
  onConfirm(): void;
  busy?: boolean;
  danger?: boolean;
  /** While there is nothing to confirm. */
  disabled?: boolean;
  /** For what cannot be undone and hurts: the name has to be typed. */
  typeToConfirm?: string;
  error?: ReactNode;
};

/** Asks before something that cannot be undone. What it is made of is fetched when it is opened first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useEver(props.open) && <ConfirmFrame {...props} />;
}
