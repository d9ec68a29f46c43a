import type { ReactNode } from "react";
import type { StoreView } from "#server/storefront/index.ts";
import { BrandLink } from "./brand-link.tsx";
import { Currencies } from "./currencies.tsx";
import { WarnIcon } from "./icons.tsx";
import { LANGUAGE_FACTS, pageTitle, translator } from "./translate.ts";

type FrameProps = {
  store: StoreView;
  /** Of this page below the language, for the other languages: `/country/tr`. Null where nothing is. */
  path: string | null;
  children: ReactNode;
};

/** The brand on top, what it owes its visitors at the end. */
export function Frame({ store, path, children }: FrameProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-3">
        {t("skip")}
      </a>
      <header className="border-line border-b bg-raised print:hidden">
        {store.environment === "test" && <Banner>{t("testBanner")}</Banner>}
        {!store.openForSale && <Banner>{t("closedBanner")}</Banner>}
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:px-6">
          <BrandLink store={store} />
          <nav aria-label={t("navigation")} className="-me-2.5 ms-auto flex items-center">
            <NavLink href={`${start}/my`}>{t("myEsims")}</NavLink>
            <span className="hidden sm:block">
              <NavLink href={`${start}/help`}>{t("help")}</NavLink>
            </span>
            <Currencies store={store} t={t} />
            <Languages store={store} path={path} label={t("label", { label: t("language") })} />
          </nav>
        </div>
      </header>
      <main id="content" className="flex-1">
        {children}
      </main>
      <Imprint store={store} />
      <Footer store={store} />
    </div>
  );
}

function Banner({ children }: { children: string }) {
  return (
    <p className="flex items-center justify-center gap-2 bg-accent px-4 py-2 text-center font-medium text-accent-ink text-sm print:hidden">
      <WarnIcon className="size-4" />
      {children}
    </p>
  );
}

function NavLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="flex min-h-12 items-center whitespace-nowrap rounded-lg px-2.5 text-[15px] hover:bg-sunken"
    >
      {children}
    </a>
  );
}

/** A list that needs no script. */
function Languages({ store, path, label }: { store: StoreView; path: string | null; label: string }) {
  return (
    <details name="menu" className="relative">
      <summary className="flex min-h-12 items-center rounded-lg px-2.5 text-[15px] uppercase hover:bg-sunken">
        <span className="sr-only normal-case">{label} </span>
        {store.language}
      </summary>
      <ul className="absolute end-0 z-20 min-w-40 rounded-xl border border-line bg-raised p-1.5 shadow-lg">
        {Object.entries(LANGUAGE_FACTS).map(([code, { name }]) => (
          <li key={code}>
            <a
              href={`${store.base}/${code}${path ?? ""}`}
              lang={code}
              hrefLang={code}
              aria-current={code === store.language ? "true" : undefined}
              className="flex min-h-11 items-center rounded-lg px-3 hover:bg-sunken aria-[current]:font-semibold"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** On paper: whose page it was, and whom to ask. */
function Imprint({ store: { name, legal, support, language } }: { store: StoreView }) {
  const { company, seller } = legal;
  const lines = [
    [...new Set([name, seller?.name ?? company]), ...(seller?.address ?? [])],
    [`${translator(language)("contact")} ${support.email}`, ...(support.phone ? [support.phone] : [])],
  ];
  return (
    <div className="mx-auto hidden w-full max-w-2xl border-line border-t px-4 pt-4 text-[15px] text-ink-soft sm:px-6 print:block">
      {lines.map((parts) => (
        <p key={parts[0]}>{parts.join(" · ")}</p>
      ))}
    </div>
  );
}

function Footer({ store }: { store: StoreView }) {
  const t = translator(store.language);
  const { company, seller } = store.legal;
  const links = [
    [t("deviceCheck"), `${store.base}/${store.language}/device`],
    [t("help"), `${store.base}/${store.language}/help`],
    ...(store.hasVouchers ? [[t("redeem"), `${store.base}/${store.language}/redeem`]] : []),
    [t("legal"), `${store.base}/${store.language}/legal`],
    // The imprint is on the page before.
    ...store.pages.flatMap((page) => (page.legal === "imprint" ? [] : [[pageTitle(page, t), page.href]])),
  ] as [string, string][];
  return (
    <footer className="mt-16 bg-foot text-foot-ink print:hidden">
      <div className="mx-auto grid max-w-6xl gap-4 px-4 py-10 text-[15px] sm:px-6">
        <ul className="flex flex-wrap gap-x-6">
          {links.map(([name, href]) => (
            <li key={href}>
              <a href={href} className="flex min-h-11 items-center hover:underline">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p>
          {t("contact")}{" "}
          <a href={`mailto:${store.support.email}`} className="underline">
            {store.support.email}
          </a>
          {store.support.phone && (
            <>
              {" "}
              · <bdi dir="ltr">{store.support.phone}</bdi>
            </>
          )}
        </p>
        {seller && seller.address.length > 0 && (
          <p className="[overflow-wrap:anywhere]">{[seller.name, ...seller.address].join(" · ")}</p>
        )}
        <p>© {company}</p>
      </div>
    </footer>
  );
}
