import type { OrderState } from "#server/storefront/index.ts";
import { CheckIcon } from "./icons.tsx";
import type { Translate } from "./translate.ts";

/** How many of the three steps are done; null where there is no way forward to show. */
const DONE: Record<OrderState, number | null> = {
  unpaid: 0,
  pending: 0,
  working: 1,
  slow: 1,
  delivered: 3,
  partly: 3,
  refunding: null,
  refunded: null,
  abandoned: null,
  cancelled: null,
};

const STEPS = ["stepPaid", "stepMade", "stepReady"] as const;
const VOUCHER_STEPS = ["stepRedeemed", "stepMade", "stepReady"] as const;

export function Progress({ state, voucher, t }: { state: OrderState; voucher: boolean; t: Translate }) {
  const done = DONE[state];
  if (done === null) return null;
  return (
    <ol className="grid gap-3">
      {(voucher ? VOUCHER_STEPS : STEPS).map((step, i) => (
        <li key={step} aria-current={i === done ? "step" : undefined} className="flex items-center gap-3">
          <span
            className={`grid size-8 shrink-0 place-items-center rounded-full border-2 ${
              i < done
                ? "border-brand bg-brand text-brand-ink"
                : i === done
                  ? "animate-pulse border-brand-text"
                  : "border-line"
            }`}
          >
            {i < done && <CheckIcon className="size-4.5" />}
          </span>
          <span className={i > done ? "text-ink-soft" : "font-medium"}>
            {t(step)}
            <span className="sr-only">, {t(i < done ? "stepDone" : i === done ? "stepNow" : "stepNext")}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
