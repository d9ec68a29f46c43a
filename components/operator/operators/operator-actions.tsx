"use client";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { Select } from "#components/ui/select.tsx";
import type { OperatorRole } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";
import type { Operator } from "./operator.ts";
import { ROLES } from "./roles.ts";

/** Another role, none, or one again; said before it is done. */
export function OperatorActions({ operator }: { operator: Operator }) {
  const [doing, setDoing] = useState<"role" | "off" | null>(null);
  const { role, name } = operator;
  return (
    <div className="flex justify-end max-sm:w-full">
      <Menu
        trigger={
          <Button variant="quiet" size="smallIcon" aria-label={`Actions for ${name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onClick={() => setDoing("role")}>{role ? "Change role" : "Switch on again"}</MenuItem>
        {role && (
          <MenuItem danger onClick={() => setDoing("off")}>
            Switch off
          </MenuItem>
        )}
      </Menu>
      {doing && <RoleDialog off={doing === "off"} operator={operator} onDone={() => setDoing(null)} />}
    </div>
  );
}

function RoleDialog({ off, operator, onDone }: { off: boolean; operator: Operator; onDone(): void }) {
  const { userId, name, email, role } = operator;
  const acted = useActed();
  const [chosen, setChosen] = useState<OperatorRole>(role ?? "support");
  const change = useMutation(
    useApi().operator.operators.changeRole.mutationOptions({
      onSuccess: () => {
        acted(off ? `${name} is switched off` : `${name} is now ${chosen}`);
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      danger={off}
      title={off ? `Switch ${name} off?` : role ? `Change the role of ${name}` : `Switch ${name} on again?`}
      action={off ? "Switch off" : role ? "Change role" : "Switch on"}
      typeToConfirm={off ? email : undefined}
      busy={change.isPending}
      onConfirm={() => change.mutate({ userId, role: off ? null : chosen })}
      error={change.error !== null && <FormError message={refusalOf(change.error).message} />}
    >
      {off ? (
        <p>
          Their sessions end immediately and they lose all access. Their pending requests can only be declined. Their
          record is kept.
        </p>
      ) : (
        <>
          <p>Takes effect on their next action. The other admins are notified by e-mail.</p>
          <Select label="Role" options={ROLES} value={chosen} onChange={setChosen} />
        </>
      )}
    </ConfirmDialog>
  );
}
