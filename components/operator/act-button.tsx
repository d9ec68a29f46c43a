"use client";
import type { UseMutationResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useState } from "react";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";

type ActButtonProps = {
  /** Verb on the button, and again in the question. */
  label: string;
  icon?: ReactNode;
  question: string;
  /** What will happen. */
  children: ReactNode;
  act: Pick<UseMutationResult<unknown, unknown, never>, "isPending" | "error" | "reset">;
  run(done: () => void): void;
  danger?: boolean;
  typeToConfirm?: string;
  variant?: ComponentProps<typeof Button>["variant"];
  size?: ComponentProps<typeof Button>["size"];
};

/** A button for an act that is said before it is done. */
export function ActButton(props: ActButtonProps) {
  const { label, icon, question, children, act, run, danger = false, typeToConfirm, variant, size } = props;
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const show = (shown: boolean) => {
    // Somebody else was first, or it has changed: what the page shows is not so any more.
    if (!shown && act.error !== null) router.refresh();
    act.reset();
    setOpen(shown);
  };
  return (
    <>
      <Button variant={variant} size={size} onClick={() => show(true)}>
        {icon}
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={show}
        title={question}
        action={label}
        danger={danger}
        typeToConfirm={typeToConfirm}
        busy={act.isPending}
        onConfirm={() => run(() => setOpen(false))}
        error={act.error !== null && <FormError message={refusalOf(act.error).message} />}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
