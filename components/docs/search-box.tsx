/** The search of the documentation; shown by the script that does it (`public/docs-search.js`). */
export function SearchBox() {
  return (
    <search className="relative ml-auto">
      <form id="docs-search" method="post" hidden>
        <input
          type="search"
          autoComplete="off"
          aria-label="Search the documentation"
          aria-controls="docs-found"
          placeholder="Search  /"
          className="h-11 w-36 rounded-md border border-line bg-raised px-3 text-[13px] sm:h-8 sm:w-64"
        />
      </form>
      <p id="docs-counted" role="status" className="sr-only" />
      <div
        id="docs-found"
        hidden
        className="absolute right-0 z-10 mt-1 max-h-[70vh] w-[min(32rem,90vw)] overflow-y-auto rounded-lg border border-line bg-raised p-2 text-[13px] shadow-lg [&_a:focus-visible]:bg-sunken [&_a:hover]:bg-sunken [&_a]:block [&_a]:rounded-md [&_a]:px-3 [&_a]:py-2 [&_small]:text-ink-soft [&_span]:block [&_span]:text-ink-soft [&_span]:text-xs [&_span]:[overflow-wrap:anywhere]"
      />
    </search>
  );
}
