import type { StoreView } from "#server/storefront/index.ts";
import { JsonLd } from "./json-ld.tsx";
import { translator } from "./translate.ts";

type BreadcrumbProps = {
  store: StoreView;
  /** From the home page on, this page last; below the language. */
  steps: { name: string; path: string }[];
};

/** Where a page is, for people and for search engines. */
export function Breadcrumb({ store, steps }: BreadcrumbProps) {
  const t = translator(store.language);
  const all = [{ name: store.name, path: "" }, ...steps];
  return (
    <>
      <nav aria-label={t("breadcrumb")}>
        <ol className="flex flex-wrap items-center gap-x-2 text-[15px] text-ink-soft">
          {all.map(({ name, path }, i) => (
            <li key={path} className="wrap-anywhere flex min-w-0 items-center gap-x-2">
              {i > 0 && <span aria-hidden="true">›</span>}
              {i < all.length - 1 ? (
                <a
                  href={`${store.base}/${store.language}${path}`}
                  className="inline-flex min-h-11 items-center text-brand-text hover:underline"
                >
                  {name}
                </a>
              ) : (
                <span aria-current="page">{name}</span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <JsonLd
        data={{
          "@context": "https://schema.org",
          "@type": "BreadcrumbList",
          itemListElement: all.map(({ name, path }, i) => ({
            "@type": "ListItem",
            position: i + 1,
            name,
            item: `${store.canonicalBase}/${store.language}${path}`,
          })),
        }}
      />
    </>
  );
}
