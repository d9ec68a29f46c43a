"use client";
import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { ActButton } from "../act-button.tsx";
import { useOperator } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

type ActionsProps = { code: string; companyName: string; status: string };

/** What is done with an account as a whole. */
export function AccountActions({ code, companyName, status }: ActionsProps) {
  const acted = useActed();
  const { may } = useOperator();
  const change = useMutation(useApi().operator.accounts.change.mutationOptions());
  const isOpen = status === "active";
  const words = isOpen ? "The account is closed" : "The account is open again";
  return (
    <div className="flex flex-wrap gap-2">
      {may("money:move") && <ButtonLink href={`/operator/funding/new?account=${code}`}>Book a deposit</ButtonLink>}
      <VisitButton code={code} companyName={companyName} />
      {may("accounts:manage") && (
        <ActButton
          label={isOpen ? "Close account" : "Open account again"}
          question={isOpen ? `Close ${companyName}?` : `Open ${companyName} again?`}
          act={change}
          danger={isOpen}
          typeToConfirm={isOpen ? code : undefined}
          run={(done) =>
            change.mutate(
              { code, status: isOpen ? "closed" : "active" },
              {
                onSuccess: () => {
                  acted(words);
                  done();
                },
              },
            )
          }
        >
          {isOpen ? (
            <p>
              All keys stop working from the next request, in both environments. Orders in progress are still completed.
            </p>
          ) : (
            <p>Keys that were not revoked work again from the next request.</p>
          )}
        </ActButton>
      )}
    </div>
  );
}

/** Into the reseller's portal, as a viewer. The reason is put on record before anything is seen. */
function VisitButton({ code, companyName }: { code: string; companyName: string }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const visit = useMutation(
    useApi().operator.accounts.visit.mutationOptions({ onSuccess: () => window.location.assign("/live") }),
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>
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
