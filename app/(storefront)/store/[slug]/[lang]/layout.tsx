import { GeistSans } from "geist/font/sans";
import type { ReactNode } from "react";
import { BrandLink } from "#components/storefront/brand-link.tsx";
import "#components/storefront/storefront.css";
import { themeStyle } from "#components/storefront/theme/ramp.ts";
import { LANGUAGE_FACTS } from "#components/storefront/translate.ts";
import { openStore, type StoreView } from "#server/storefront/index.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ slug: string; lang: string }> };

const FONTS: Record<StoreView["font"], string> = {
  geist: "var(--font-geist-sans)",
  manrope: "Manrope",
  "nunito-sans": "Nunito Sans",
  "source-serif": "Source Serif 4",
};

/** The document of every page of a storefront: its language, its direction, its brand's colours. */
export default async function StorefrontLayout({ children, params }: LayoutProps) {
  const { slug, lang } = await params;
  const { view } = await openStore(slug, lang);
  return (
    <html
      lang={view.language}
      dir={LANGUAGE_FACTS[view.language].dir}
      className={GeistSans.variable}
      data-font={view.font}
      style={{ ...themeStyle(view.colors), "--shop-font": FONTS[view.font] } as React.CSSProperties}
    >
      <body className="font-sans antialiased">
        {children}
        <div className="brand-above border-line border-b bg-raised">
          <div className="mx-auto max-w-6xl px-4 sm:px-6">
            <BrandLink store={view} />
          </div>
        </div>
      </body>
    </html>
  );
}
