import type { PlanView, PriceView } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

type PriceProps = {
  price: PriceView;
  t: Translate /** Of what is charged, where it stands below. */;
  belowClass?: string;
};

/** A price where somebody decides by it: in the currency that they chose, with what they will pay. */
export function Price({ price, t, belowClass = "text-[15px]" }: PriceProps) {
  if (price.about === null) return price.charged;
  return (
    <>
      {priceText(price, t)}
      <span className={`block font-normal text-ink-soft ${belowClass}`}>{t("youPay", { price: price.charged })}</span>
    </>
  );
}

/** The same in a line of other words. */
export const priceText = ({ about, charged }: PriceView, t: Translate): string =>
  about === null ? charged : t("about", { price: about });

export const perGbText = ({ price, unit }: NonNullable<PlanView["perGb"]>, t: Translate): string =>
  `${priceText(price, t)} / ${unit}`;
