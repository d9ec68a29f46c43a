"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import type { ConfirmDialogProps } from "./confirm-dialog-props.ts";
import { DialogBody, DialogFoot } from "./dialog.tsx";
import { backdropLooks, popupLooks } from "./dialog-looks.ts";
import { Field, Input } from "./field.tsx";

export function ConfirmFrame(props: ConfirmDialogProps) {
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
  dismiss = "Cancel",
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
      method="post"
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
        <AlertDialog.Close render={<Button />}>{dismiss}</AlertDialog.Close>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} disabled={!confirmed}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  );
}
