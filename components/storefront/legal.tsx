import type { StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Page, Section } from "./section.tsx";
import { SellerDetails } from "./seller-details.tsx";
import { translator } from "./translate.ts";

/** Who sells, under which terms, and what is kept of a visit. */
export function Legal({ store }: { store: StoreView }) {
  const t = translator(store.language);
  const { company, seller, termsUrl, privacyUrl } = store.legal;
  return (
    <Frame store={store} path="/legal">
      <Page narrow>
        <h1 className="font-semibold text-3xl tracking-tight">{t("legal")}</h1>
        <Section title={t("seller")}>
          {seller ? (
            <SellerDetails seller={seller} t={t} />
          ) : (
            <>
              <p>{company}</p>
              <p>
                <a href={`mailto:${store.support.email}`} className="text-brand-text underline">
                  {store.support.email}
                </a>
              </p>
            </>
          )}
        </Section>
        {seller?.withdrawal && (
          <Section title={t("withdrawal")}>
            <p className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{seller.withdrawal}</p>
          </Section>
        )}
        <Section title={t("terms")}>
          <p className="text-ink-soft">{t("termsText")}</p>
          {termsUrl && (
            <p className="mt-2">
              <a href={termsUrl} className="text-brand-text underline">
                {t("terms")}
              </a>
            </p>
          )}
        </Section>
        <Section title={t("privacy")}>
          <p className="text-ink-soft">{t("privacyText")}</p>
          {privacyUrl && (
            <p className="mt-2">
              <a href={privacyUrl} className="text-brand-text underline">
                {t("privacy")}
              </a>
            </p>
          )}
        </Section>
      </Page>
    </Frame>
  );
}
