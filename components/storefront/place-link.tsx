import type { PlaceLink } from "#server/storefront/index.ts";
import { Flag } from "./flag.tsx";
import { GlobeIcon } from "./icons.tsx";

type PlaceCardProps = { place: PlaceLink; start: string; from: string | null; note?: string };

/** A place to travel to, with what it costs at least. */
export function PlaceCard({ place, start, from, note }: PlaceCardProps) {
  return (
    <a
      href={`${start}/${place.kind}/${place.code}`}
      className="flex min-h-18 items-center gap-4 rounded-2xl border border-line bg-raised px-4 py-3 transition-colors duration-150 hover:border-brand-text"
    >
      {place.kind === "country" ? (
        <Flag code={place.code} />
      ) : (
        <span className="grid size-9 place-items-center rounded-full bg-brand-soft text-brand-soft-ink">
          <GlobeIcon />
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{place.name}</span>
        <span className="block text-[15px] text-ink-soft">{[note, from].filter(Boolean).join(" · ")}</span>
      </span>
    </a>
  );
}
