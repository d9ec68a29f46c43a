"use client";
import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";

type VisitButtonProps = {
  code: string;
  companyName: string;
  /** The page of the portal that is opened; without one its overview. */
  page?: string;
  /** What is on that page, for who hears the button instead of seeing its row. */
  what?: string;
};

/** Into the reseller's portal, as a viewer. The reason is put on record before anything is seen. */
export function VisitButton({ code, companyName, page = "/live", what }: VisitButtonProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const visit = useMutation(
    useApi().operator.accounts.visit.mutationOptions({ onSuccess: () => window.location.assign(page) }),
  );
  return (
    <>
      <Button
        size={what ? "small" : undefined}
        aria-label={what && `View as team: ${what}`}
        onClick={() => setOpen(true)}
      >
        <Eye aria-hidden /> View as team
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`View the portal of ${companyName}`}
        description="For one hour, read-only. The visit appears in the team's audit log."
      >
        <form
          method="post"
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            visit.mutate({ code, reason });
          }}
        >
          <DialogBody>
            <Field label="What for" help="Such as the number of their request. Kept on record.">
              <Input value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
            </Field>
            {visit.error && reason.trim().length >= 3 && <FormError message={refusalOf(visit.error).message} />}
            {visit.error && reason.trim().length < 3 && <FormError message="Enter a reason." />}
          </DialogBody>
          <DialogFoot>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="primary" busy={visit.isPending}>
              View the portal
            </Button>
          </DialogFoot>
        </form>
      </Dialog>
    </>
  );
}
