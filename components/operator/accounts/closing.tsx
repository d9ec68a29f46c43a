"use client";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** What is open, owed and alive, in figures, before anybody says yes. */
export function Closing({ code }: { code: string }) {
  const locale = useLocale();
  const leaves = useQuery(useApi().operator.accounts.closing.queryOptions(code, { staleTime: 0 }));
  if (leaves.isPending) return <Skeleton className="h-40" />;
  if (leaves.error) return <FormError message={refusalOf(leaves.error).message} />;
  const { currency, held, owed, transfers, orders, actions, purchases, esims, vouchers, keys, shop, eraseAfterDays } =
    leaves.data;
  const isOwing = Number(owed) > 0;
  const underWay = [
    orders > 0 && counted(orders, "order", locale),
    actions > 0 && counted(actions, "top-up or action", locale),
    purchases > 0 && counted(purchases, "purchase in the shop", locale),
  ].filter(Boolean);
  return (
    <div className="grid gap-2">
      <p>
        {keys === 0
          ? "No key works in it."
          : `${counted(keys, "key", locale)} ${keys === 1 ? "stops" : "stop"} working from the next request, in both environments.`}{" "}
        What it leaves:
      </p>
      <ul className="list-disc space-y-1 ps-5">
        <li>
          {isOwing ? (
            <>
              <Money amount={owed} currency={currency} /> of credit that the reseller owes.
            </>
          ) : Number(held) > 0 ? (
            <>
              <Money amount={held} currency={currency} /> of the reseller in the wallet: it stays there until it is paid
              out.
            </>
          ) : (
            "Nothing is owed either way."
          )}
          {transfers > 0 && ` ${counted(transfers, "announced transfer", locale)} may still arrive.`}
        </li>
        <li>
          {underWay.length === 0
            ? "Nothing is under way."
            : `${underWay.join(", ")} under way: still completed, or refunded to the wallet.`}
        </li>
        <li>
          {esims === 0
            ? "No eSIM is alive."
            : `${counted(esims, "eSIM", locale)} ${esims === 1 ? "goes on working until it expires" : "go on working until they expire"}, without top-ups.`}
        </li>
        {shop && (
          <li>
            The shop “{shop}” is not found any more, nor are travellers’ pages of what they bought there.
            {vouchers > 0 && ` ${counted(vouchers, "voucher code", locale)} can no longer be redeemed.`}
          </li>
        )}
        <li>
          What is personal is deleted {eraseAfterDays} days later, once nothing is owed; the ledger, invoices and the
          audit log stay. Until then everything can be downloaded from the account’s page.
        </li>
      </ul>
    </div>
  );
}
