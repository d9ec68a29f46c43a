import type { CheckoutView } from "#server/storefront/index.ts";
import { Button } from "./button.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { Note } from "./section.tsx";
import type { Translate } from "./translate.ts";

type PlansProps = { found: CheckoutView; isOpen: boolean; t: Translate };

/**
 * What is being bought: the plan of the page, whose number is chosen below, and those that are paid for with it. The buttons are the
 * form's own: what was typed goes with them.
 */
export function Plans({ found: { plan, others, isOneGone, canAdd }, isOpen, t }: PlansProps) {
  const isSeveral = others.length > 0;
  return (
    <div id="plans" className="grid gap-3">
      {isOneGone && <Note tone="wait">{t("planGone")}</Note>}
      <ul aria-label={t("plansChosen")} className="divide-y divide-line rounded-2xl border border-line bg-raised px-5">
        {others.map(({ id, title, quantity, price }) => (
          <li key={id} className="py-4">
            <Line title={quantity > 1 ? `${quantity} × ${title}` : title} price={price} />
            <p className="flex flex-wrap gap-x-5">
              <Act act={`change ${id}`} label={`${t("label", { label: t("changeNumber") })} ${title}`}>
                {t("changeNumber")}
              </Act>
              <Act act={`remove ${id}`} label={`${t("label", { label: t("removePlan") })} ${title}`}>
                {t("removePlan")}
              </Act>
            </p>
          </li>
        ))}
        <li className="py-5">
          <Line title={plan.title} price={plan.price.charged} />
          <p className="text-[15px] text-ink-soft">
            {t(plan.starts === "install" ? "startsInstall" : "startsConnection", { days: plan.installWithin })}
          </p>
          {isSeveral && (
            <Act act={`remove ${plan.id}`} label={`${t("label", { label: t("removePlan") })} ${plan.title}`}>
              {t("removePlan")}
            </Act>
          )}
        </li>
      </ul>
      {isOpen &&
        (canAdd ? (
          <Button form="checkout" look="plain" name="act" value="add" className="justify-self-start">
            {t("addPlan")}
          </Button>
        ) : (
          <p className="text-[15px] text-ink-soft">{t("plansFull", { count: others.length + 1 })}</p>
        ))}
    </div>
  );
}

const Line = ({ title, price }: { title: string; price: string }) => (
  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
    <p className="wrap-anywhere min-w-48 flex-1 font-semibold text-lg">{inOnePiece(title)}</p>
    <p className="text-end font-semibold text-xl tabular-nums">{price}</p>
  </div>
);

type ActProps = { act: string; label: string; children: string };

const Act = ({ act, label, children }: ActProps) => (
  <button
    type="submit"
    form="checkout"
    name="act"
    value={act}
    aria-label={label}
    className="inline-flex min-h-11 items-center text-[15px] text-brand-text underline"
  >
    {children}
  </button>
);
