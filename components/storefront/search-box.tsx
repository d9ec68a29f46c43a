"use client";
import { useId, useMemo, useRef, useState } from "react";
import { SearchIcon } from "./icons.tsx";

/** `[address below the start, name, lowest price, words to find it by, flag]` */
export type Found = [path: string, name: string, from: string, search: string, flag: string];

type SearchBoxProps = {
  places: Found[];
  start: string;
  words: { label: string; hint: string; none: string; find: string };
};

const MOST = 8;

const fold = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i").replaceAll("ß", "ss").trim();

/** Places whose words begin as typed; those whose name itself begins so come first. */
function find(places: Found[], query: string): Found[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = places.filter(([, , , search]) => words.every((word) => ` ${search}`.includes(` ${word}`)));
  const rank = ([, name]: Found) => (fold(name).startsWith(words[0]!) ? 0 : 1);
  return hits.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

/** A form that works without a script; with one it finds while typing. */
export function SearchBox({ places, start, words }: SearchBoxProps) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => find(places, query), [places, query]);
  const shown = open && query.trim() !== "";
  const move = (step: number) => setActive((active + step + hits.length) % Math.max(1, hits.length));
  return (
    <search>
      <form
        action={`${start}/search`}
        className="relative"
        onSubmit={(event) => {
          const hit = hits[active];
          if (!hit) return;
          event.preventDefault();
          window.location.href = start + hit[0];
        }}
      >
        <label htmlFor={id} className="sr-only">
          {words.label}
        </label>
        <SearchIcon className="-translate-y-1/2 pointer-events-none absolute start-4 top-1/2 size-6 text-ink-soft" />
        <input
          ref={input}
          id={id}
          name="q"
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={words.hint}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && hits[active] ? `${id}-${active}` : undefined}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setTimeout(() => setOpen(false), 150)}
          onKeyDown={(event) => {
            if (event.key === "Escape") setOpen(false);
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            setOpen(true);
            move(step);
          }}
          className="h-16 w-full rounded-2xl border border-line-strong bg-raised ps-13 pe-28 text-ink text-lg placeholder:text-ink-soft"
        />
        <button
          type="submit"
          className="-translate-y-1/2 absolute end-2 top-1/2 min-h-12 rounded-xl bg-brand px-4 font-semibold text-brand-ink"
        >
          {words.find}
        </button>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={words.label}
          hidden={!shown}
          className="absolute inset-x-0 top-full z-10 mt-2 max-h-96 overflow-y-auto rounded-2xl border border-line bg-raised p-2 text-start text-ink shadow-xl"
        >
          {hits.map(([path, name, from, , flag], i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={path}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onClick={() => {
                window.location.href = start + path;
              }}
              onMouseMove={() => setActive(i)}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-xl px-3 aria-selected:bg-sunken"
            >
              {flag ? (
                // biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes.
                <img
                  src={`/flags/${flag}.svg`}
                  alt=""
                  width={30}
                  height={20}
                  className="h-5 w-7.5 rounded-[3px] border border-line object-cover"
                />
              ) : (
                <span aria-hidden="true" className="grid h-5 w-7.5 place-items-center">
                  ◦
                </span>
              )}
              <span className="flex-1">{name}</span>
              <span className="text-ink-soft text-sm">{from}</span>
            </div>
          ))}
          {hits.length === 0 && (
            <div
              tabIndex={-1}
              role="option"
              aria-selected="false"
              aria-disabled="true"
              className="px-3 py-2.5 text-ink-soft"
            >
              {words.none}
            </div>
          )}
        </div>
      </form>
    </search>
  );
}
