import type { Metadata } from "next";
import type { StoreView } from "#server/storefront/index.ts";
import { LANGUAGE_FACTS } from "./translate.ts";

type Content = {
  title: string;
  description?: string /** Below the language; null for what search engines should not show. */;
  path: string | null;
  /** A page that may stand on a home screen; below the shop. */
  start?: string;
};

/** A page that does not exist says no more than whose it is not. */
export const missingMetadata = (store: StoreView): Metadata =>
  metadataOf(store, { title: "404", description: "", path: null });

/** What search engines and tabs are told of a page. Tests, and pages of somebody's own, are to be found by nobody. */
export function metadataOf(store: StoreView, { title, description, path, start }: Content): Metadata {
  const at = (language: string) => `${store.canonicalBase}/${language}${path ?? ""}`;
  const picture = `${store.canonicalBase}/share.png?language=${store.language}&v=${store.version}`;
  const shown = path !== null && store.environment === "live";
  return {
    // Absolute, and nothing where there is no description: what the root layout says of the service is not for travellers.
    title: { absolute: `${title} · ${store.name}` },
    description: description || null,
    ...(start && { manifest: `${store.base}/app.webmanifest?start=${encodeURIComponent(start)}` }),
    icons: { icon: `${store.base}/favicon?v=${store.version}` },
    // Links of somebody’s own carry a token: no other site is told of them.
    referrer: path === null ? "same-origin" : "strict-origin-when-cross-origin",
    robots: shown ? undefined : { index: false, follow: false },
    ...(shown && {
      alternates: {
        canonical: at(store.language),
        languages: {
          ...Object.fromEntries(Object.keys(LANGUAGE_FACTS).map((code) => [code, at(code)])),
          "x-default": at("en"),
        },
      },
      openGraph: {
        ...{ title, description, url: at(store.language), siteName: store.name, type: "website" },
        // What one sees of the shop where somebody passes on a link.
        images: [{ url: picture, width: 1_200, height: 630, alt: store.name }],
      },
      twitter: { card: "summary_large_image" },
    }),
  };
}
