"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

/** Opens or closes a supplier for sale. */
export function OpenSupplier({ code, name, open }: { code: string; name: string; open: boolean }) {
  const acted = useActed();
  const set = useMutation(useApi().operator.suppliers.setOpen.mutationOptions());
  return (
    <ActButton
      label={open ? "Close for sale" : "Open for sale"}
      question={open ? `Close ${name} for sale?` : `Open ${name} for sale?`}
      act={set}
      danger={open}
      run={(done) =>
        set.mutate(
          { code, open: !open },
          {
            onSuccess: () => {
              acted(open ? `${name} is closed for sale` : `${name} is open for sale`);
              done();
            },
          },
        )
      }
    >
      {open ? (
        <p>New orders for its packages are refused from the next request. Orders in progress are still fulfilled.</p>
      ) : (
        <p>Its packages can be ordered from the next request.</p>
      )}
    </ActButton>
  );
}
