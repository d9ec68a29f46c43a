"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
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
      {open ? <Closing code={code} /> : <p>Its packages can be ordered from the next request.</p>}
    </ActButton>
  );
}

/** What stops, in figures, before anybody says yes. */
function Closing({ code }: { code: string }) {
  const locale = useLocale();
  const stops = useQuery(useApi().operator.suppliers.closing.queryOptions(code, { staleTime: 0 }));
  if (stops.isPending) return <Skeleton className="h-28" />;
  if (stops.error) return <FormError message={refusalOf(stops.error).message} />;
  const { packages, productsLost, countriesLost, orders, accounts, underWay } = stops.data;
  return (
    <div className="grid gap-2">
      <p>New orders for its packages are refused from the next request:</p>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {counted(packages, "package", locale)} on sale; {counted(productsLost, "product", locale)} of them nobody else
          sells.
        </li>
        <li>
          {countriesLost.length === 0
            ? "Every country stays covered by another supplier."
            : `Nothing is left for ${counted(countriesLost.length, "country", locale, "countries")}: ${listed(countriesLost)}.`}
        </li>
        <li>
          In the last 30 days it took {counted(orders, "order", locale)} of {counted(accounts, "account", locale)}.
        </li>
        <li>
          {underWay === 0
            ? "No order is under way."
            : `${counted(underWay, "order", locale)} under way: still fulfilled, and moved to another supplier only where that is switched on.`}
        </li>
      </ul>
    </div>
  );
}

const MOST_NAMED = 12;
const names = new Intl.DisplayNames("en", { type: "region" });

const listed = (codes: string[]): string => {
  const named = codes.slice(0, MOST_NAMED).map((code) => names.of(code) ?? code);
  return codes.length > MOST_NAMED ? `${named.join(", ")} and ${codes.length - MOST_NAMED} more` : named.join(", ");
};
