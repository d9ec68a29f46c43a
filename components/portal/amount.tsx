"use client";
import { Money } from "#components/ui/money.tsx";
import { usePortal } from "./portal-context.tsx";

/** An amount as the portal shows it: marked in the test environment, where it is nobody's money. */
export function Amount(props: { amount: string; currency: string; signed?: boolean }) {
  const { environment } = usePortal();
  return (
    <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
      <Money {...props} />
      {environment === "test" && <span className="font-medium font-sans text-[11px] text-wait">TEST</span>}
    </span>
  );
}
