"use client";
import { useMutation } from "@tanstack/react-query";
import { Building2, ChevronsUpDown } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuChoice } from "#components/ui/menu.tsx";
import { useApi } from "./api.tsx";
import { usePortal } from "./portal-context.tsx";

/** The company's name; a menu when the person works for several. A switch begins anew, so that nothing of the other stays. */
export function AccountSwitcher() {
  const { viewer, href } = usePortal();
  const { account, accounts } = viewer;
  const change = useMutation(
    useApi().person.switchAccount.mutationOptions({ onSuccess: () => window.location.assign(href("")) }),
  );
  const name = (
    <>
      <Building2 className="text-ink-soft" aria-hidden />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left font-semibold" title={account.companyName}>
        {account.companyName}
      </span>
    </>
  );
  if (accounts.length < 2)
    return (
      <p className="flex h-8 min-w-0 flex-1 items-center gap-2 px-2 text-[13px] [&_svg]:size-4 [&_svg]:shrink-0">
        {name}
      </p>
    );
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" busy={change.isPending} className="min-w-0 flex-1 px-2 text-ink sm:px-2">
          {name}
          <ChevronsUpDown aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        label="Company"
        value={account.code}
        options={accounts.map(({ code, companyName }) => ({ value: code, label: companyName }))}
        onChange={(code) => change.mutate({ code })}
      />
    </Menu>
  );
}
