import { ArrowRight } from "lucide-react";
import { type BrandFields, type BrandRecord, LABELS, NAMES } from "./brand-fields.ts";

type ChangeListProps = { brand: BrandRecord; from: BrandFields; to: BrandFields };

/** What changes for travellers: old and new, field by field. */
export function ChangeList({ brand, from, to }: ChangeListProps) {
  return (
    <ul className="grid gap-3">
      {NAMES.filter((name) => from[name] !== to[name]).map((name) => (
        <li key={name} className="grid gap-1 text-[13px]">
          <span className="font-medium">{LABELS[name]}</span>
          <span className="flex min-w-0 flex-wrap items-center gap-2 text-ink-soft">
            <Value name={name} text={from[name]} pictures={brand.pictures} />
            <ArrowRight className="size-3.5 shrink-0" role="img" aria-label="becomes" />
            <span className="contents text-ink">
              <Value name={name} text={to[name]} pictures={brand.pictures} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Value({ name, text, pictures }: { name: keyof BrandFields; text: string; pictures: string }) {
  if (text === "") return <span>{name === "logo_url" ? "your initials" : "none"}</span>;
  if (name === "logo_url" || name === "favicon_url" || name === "hero_picture")
    return (
      // biome-ignore lint/performance/noImgElement: the reseller's own picture, as it is.
      <img
        src={text.startsWith("/") ? pictures + text : text}
        alt={LABELS[name]}
        referrerPolicy="no-referrer"
        className="h-8 max-w-40 rounded border border-line bg-white object-contain p-0.5"
      />
    );
  const isColor = name.endsWith("_color");
  return (
    <span className="wrap-anywhere inline-flex min-w-0 items-center gap-1.5">
      {isColor && (
        <span aria-hidden className="size-4 shrink-0 rounded border border-line" style={{ backgroundColor: text }} />
      )}
      {text}
    </span>
  );
}
