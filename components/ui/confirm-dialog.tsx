"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { backdropLooks, DialogBody, DialogFoot, popupLooks } from "./dialog.tsx";
import { Field, Input } from "./field.tsx";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** A question that names the thing. */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb: "Revoke key". */
  action: string;
  onConfirm(): void;
  busy?: boolean;
  danger?: boolean;
  /** While there is nothing to confirm. */
  disabled?: boolean;
  /** For what cannot be undone and hurts: the name has to be typed. */
  typeToConfirm?: string;
  error?: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLooks} />
        <AlertDialog.Popup className={cn(popupLooks, "max-w-md")}>
          <Content {...props} />
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Content({
  title,
  children,
  action,
  onConfirm,
  busy,
  danger = true,
  disabled = false,
  typeToConfirm,
  error,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const confirmed = !disabled && (typeToConfirm === undefined || typed.trim() === typeToConfirm);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed && !busy) onConfirm();
      }}
    >
      <DialogBody>
        <AlertDialog.Title className="font-semibold text-base">{title}</AlertDialog.Title>
        <AlertDialog.Description render={<div />} className="-mt-2 grid gap-2 text-[13px] text-ink-soft">
          {children}
        </AlertDialog.Description>
        {typeToConfirm !== undefined && (
          <Field
            label={
              <>
                Type <b className="font-semibold">{typeToConfirm}</b> to confirm
              </>
            }
          >
            <Input
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        )}
        {error}
      </DialogBody>
      <DialogFoot>
        <AlertDialog.Close render={<Button />}>Cancel</AlertDialog.Close>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={!confirmed}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  );
}
