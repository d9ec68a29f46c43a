import { SearchIcon } from "./icons.tsx";

/** `[address below the start, name, lowest price, words to find it by, flag]`, as `public/store-search.js` reads it. */
export type Found = [path: string, name: string, from: string, search: string, flag: string];

type SearchBoxProps = {
  places: Found[];
  start: string;
  words: { label: string; hint: string; none: string; find: string };
};

/** A form that works without a script; with its own small one it finds while typing. */
export function SearchBox({ places, start, words }: SearchBoxProps) {
  return (
    <search data-search="" data-start={start} data-none={words.none} className="relative block">
      <form action={`${start}/search`}>
        <label htmlFor="place" className="sr-only">
          {words.label}
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
          placeholder={words.hint}
          aria-expanded="false"
          aria-controls="places"
          aria-autocomplete="list"
          className="h-16 w-full rounded-2xl border border-line-strong bg-raised ps-13 pe-28 text-ink text-lg placeholder:text-ink-soft"
        />
        <button
          type="submit"
          className="absolute end-2 top-2 min-h-12 rounded-xl bg-brand px-4 font-semibold text-brand-ink"
        >
          {words.find}
        </button>
      </form>
      <div
        id="places"
        role="listbox"
        tabIndex={-1}
        aria-label={words.label}
        hidden
        className="absolute inset-x-0 top-full z-10 mt-2 max-h-96 overflow-y-auto rounded-2xl border border-line bg-raised p-2 text-start text-ink shadow-xl"
      />
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its `<` escaped.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(places).replaceAll("<", "\\u003c") }}
      />
      <script defer src="/store-search.js" />
    </search>
  );
}
