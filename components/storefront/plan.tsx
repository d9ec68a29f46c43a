import type { PlanView, StoreView } from "#server/storefront/index.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { LinkButton } from "./button.tsx";
import { Flag } from "./flag.tsx";
import { Frame } from "./frame.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { JsonLd } from "./json-ld.tsx";
import { PlanFacts } from "./plan-facts.tsx";
import { Price, perGbText } from "./price.tsx";
import { Note, Page } from "./section.tsx";
import { translator } from "./translate.ts";

type PlanProps = { store: StoreView; found: { plan: PlanView; replaced: boolean } | null; id: string };

/** One plan: what it is, what it costs, when it starts. On a phone the price stays in reach of the thumb. */
export function Plan({ store, found, id }: PlanProps) {
  const t = translator(store.language);
  if (!found)
    return (
      <Frame store={store} path={`/package/${id}`}>
        <Page>
          <Note tone="bad">{t("noPrices")}</Note>
        </Page>
      </Frame>
    );
  const { plan, replaced } = found;
  const back =
    plan.type === "local" && plan.countryCode
      ? `/country/${plan.countryCode.toLowerCase()}`
      : `/region/${plan.regionCode}`;
  return (
    <Frame store={store} path={`/package/${id}`}>
      <Page>
        <Breadcrumb
          store={store}
          steps={[
            { name: plan.place, path: back },
            { name: [plan.data, plan.days].join(" · "), path: `/package/${id}` },
          ]}
        />
        <div className="mt-2 grid gap-8 lg:grid-cols-[1fr_380px]">
          <div>
            <div className="flex items-center gap-4">
              {plan.countryCode && <Flag code={plan.countryCode} className="h-10 w-15" />}
              <h1 className="wrap-anywhere min-w-0 font-semibold text-3xl tracking-tight">{inOnePiece(plan.title)}</h1>
            </div>
            {replaced && (
              <div className="mt-4">
                <Note>{t("planReplaced")}</Note>
              </div>
            )}
            <p className="mt-4 text-ink-soft">{t("dataOnly")}</p>
            <div className="mt-6 rounded-2xl border border-line bg-raised p-6">
              <PlanFacts plan={plan} t={t} />
            </div>
            <p className="mt-6 text-ink-soft">{t("refundRule")}</p>
          </div>
          <Buy store={store} plan={plan} />
        </div>
      </Page>
      <JsonLd data={offerOf(store, plan, id)} />
    </Frame>
  );
}

function Buy({ store, plan }: { store: StoreView; plan: PlanView }) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  return (
    <aside
      aria-label={t("buy")}
      className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-line border-t bg-raised p-4 sm:-mx-6 sm:px-6 lg:top-6 lg:bottom-auto lg:mx-0 lg:grid lg:h-fit lg:rounded-2xl lg:border lg:p-6"
    >
      <p>
        <span className="block font-semibold text-2xl tabular-nums lg:text-3xl">
          <Price price={plan.price} t={t} />
        </span>
        {plan.perGb && <span className="block text-[15px] text-ink-soft">{perGbText(plan.perGb, t)}</span>}
        {store.addsVat ? (
          <span className="block text-[15px] text-ink-soft">{t("plusVat")}</span>
        ) : (
          !plan.perGb && <span className="block text-[15px] text-ink-soft">{t("taxNote")}</span>
        )}
      </p>
      {store.openForSale ? (
        <LinkButton href={`${start}/checkout/${plan.id}`}>{t("buyNow")}</LinkButton>
      ) : (
        <p className="font-medium text-bad">{t("closedShort")}</p>
      )}
      <p className="hidden text-[15px] text-ink-soft lg:block">
        <a href={`${start}/device`} className="text-brand-text underline">
          {t("deviceCheck")}
        </a>{" "}
        · {t("instant")}
      </p>
    </aside>
  );
}

function offerOf(store: StoreView, plan: PlanView, id: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `eSIM ${plan.title}`,
    sku: plan.id,
    category: "eSIM",
    brand: { "@type": "Brand", name: store.name },
    offers: {
      "@type": "Offer",
      price: plan.priceValue,
      priceCurrency: plan.currency,
      availability: `https://schema.org/${store.openForSale ? "InStock" : "OutOfStock"}`,
      url: `${store.canonicalBase}/${store.language}/package/${id}`,
    },
  };
}
