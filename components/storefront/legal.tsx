import type { PageLink, StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Markdown } from "./markdown.tsx";
import { Page, Section } from "./section.tsx";
import { SellerDetails } from "./seller-details.tsx";
import { pageTitle, translator } from "./translate.ts";

type LegalProps = {
  store: StoreView;
  /** What the reseller says beside who it is. */
  imprint: (Pick<PageLink, "language"> & { body: string }) | null;
};

/** Who sells, under which terms, and what is kept of a visit. */
export function Legal({ store, imprint }: LegalProps) {
  const t = translator(store.language);
  const { company, seller } = store.legal;
  const linkTo = (name: PageLink["legal"]) => {
    const page = store.pages.find(({ legal }) => legal === name);
    return (
      page && (
        <p className="mt-2">
          <a href={page.href} className="text-brand-text underline">
            {pageTitle(page, t)}
          </a>
        </p>
      )
    );
  };
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
        {imprint && (
          <div lang={imprint.language} className="mt-8">
            <Markdown text={imprint.body} />
          </div>
        )}
        {(seller?.withdrawal || linkTo("withdrawal")) && (
          <Section title={t("withdrawal")}>
            {seller?.withdrawal && (
              <p className="whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{seller.withdrawal}</p>
            )}
            {linkTo("withdrawal")}
          </Section>
        )}
        <Section title={t("terms")}>
          <p className="text-ink-soft">{t("termsText")}</p>
          {linkTo("terms")}
        </Section>
        <Section title={t("privacy")}>
          <p className="text-ink-soft">{t("privacyText")}</p>
          {linkTo("privacy")}
        </Section>
      </Page>
    </Frame>
  );
}
