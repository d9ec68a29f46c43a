import type { Shop } from "#server/storefront/index.ts";
import { SearchIcon } from "./icons.tsx";
import { priceText } from "./price.tsx";
import type { Translate } from "./translate.ts";

/** `[address below the start, name, lowest price, words to find it by, flag]`, as `public/store-search.js` reads it. */
type Found = [path: string, name: string, from: string, search: string, flag: string];

type SearchBoxProps = {
  /** Whose places are found while they are typed, before anything is asked for: some 15 KB of a page that is kept. */
  shop?: Shop | null;
  start: string;
  /** What was searched for, where that is shown. */
  query?: string;
  /** Of a page whose scripts are named by one. */
  nonce?: string;
  t: Translate;
};

/** A form that works without a script; with its own small one it finds while typing. */
export function SearchBox({ shop = null, start, query, nonce, t }: SearchBoxProps) {
  return (
    <search data-search="" data-start={start} data-none={t("searchNone")} className="relative block">
      <form action={`${start}/search`}>
        <label htmlFor="place" className="sr-only">
          {t("searchLabel")}
        </label>
        <SearchIcon className="-translate-y-1/2 pointer-events-none absolute start-4 top-8 size-6 text-ink-soft" />
        <input
          id="place"
          name="q"
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          defaultValue={query}
          maxLength={100}
          placeholder={t("searchHint")}
          aria-expanded="false"
          aria-controls="places"
          aria-autocomplete="list"
          className="h-16 w-full rounded-2xl border border-line-strong bg-raised ps-13 pe-28 text-ink text-lg placeholder:text-ink-soft"
        />
        <button
          type="submit"
          className="absolute end-2 top-2 min-h-12 rounded-xl bg-brand px-4 font-semibold text-brand-ink"
        >
          {t("find")}
        </button>
      </form>
      <div
        id="places"
        role="listbox"
        tabIndex={-1}
        aria-label={t("searchLabel")}
        hidden
        className="absolute inset-x-0 top-full z-10 mt-2 max-h-96 overflow-y-auto rounded-2xl border border-line bg-raised p-2 text-start text-ink shadow-xl"
      />
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its `<` escaped.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(placesOf(shop, t)).replaceAll("<", "\\u003c") }}
      />
      <script defer nonce={nonce} suppressHydrationWarning src="/store-search.js" />
    </search>
  );
}

function placesOf(shop: Shop | null, t: Translate): Found[] {
  const all = shop ? [...shop.countries, ...shop.regions, ...(shop.global ? [shop.global] : [])] : [];
  return all.map(({ kind, code, name, from, search }) => [
    `/${kind}/${code}`,
    name,
    from ? t("from", { price: priceText(from, t) }) : "",
    search,
    kind === "country" ? code : "",
  ]);
}
