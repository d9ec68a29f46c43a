import type { StoreView } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

type SellerDetailsProps = { seller: NonNullable<StoreView["legal"]["seller"]>; t: Translate };

/** Who sells, as the law wants it read: name, address, and the numbers under which offices know them. */
export function SellerDetails({ seller, t }: SellerDetailsProps) {
  const facts = [
    [t("sellerRepresentative"), seller.representative],
    [t("sellerRegister"), seller.register],
    [t("sellerVatId"), seller.vatId],
    [t("sellerTaxNumber"), seller.taxNumber],
  ].filter(([, value]) => value);
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      <address className="not-italic">
        {[seller.name, ...seller.address].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <p>
        <a href={`mailto:${seller.email}`} className="text-brand-text underline">
          {seller.email}
        </a>
        {seller.phone && (
          <bdi dir="ltr" className="block rtl:text-right">
            {seller.phone}
          </bdi>
        )}
      </p>
      {facts.length > 0 && (
        <dl className="grid gap-1">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="text-ink-soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {seller.taxExemption && <p>{seller.taxExemption}</p>}
    </div>
  );
}
