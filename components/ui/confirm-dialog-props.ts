import type { ReactNode } from "react";

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
