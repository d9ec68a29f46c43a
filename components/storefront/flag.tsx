type FlagProps = { code: string; className?: string };

/** Beside a country's name, so it says nothing of its own. Drawn locally; no other host learns what is looked at. */
export function Flag({ code, className = "h-6 w-9" }: FlagProps) {
  return (
    // biome-ignore lint/performance/noImgElement: a drawing of a few hundred bytes needs no resizing.
    <img
      src={`/flags/${code.toLowerCase()}.svg`}
      alt=""
      width={36}
      height={24}
      loading="lazy"
      decoding="async"
      className={`shrink-0 rounded-[3px] border border-line object-cover ${className}`}
    />
  );
}
