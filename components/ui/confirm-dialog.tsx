"use client";
import dynamic from "next/dynamic";
import type { ConfirmDialogProps } from "./confirm-dialog-props.ts";
import { useEver } from "./dialog.tsx";

const ConfirmFrame = dynamic(() => import("./confirm-frame.tsx").then((module) => module.ConfirmFrame));

/** Asks before something that cannot be undone. What it is made of is fetched when it is opened first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useEver(props.open) && <ConfirmFrame {...props} />;
}
