import type { ReactNode } from "react";
import type { StoreView } from "#server/storefront/index.ts";

/**
 * A picture of the reseller's with words on it. White on sixty per cent of black is read on any picture, in either theme; the
 * words make the height, so that nothing moves when the picture comes.
 */
function PictureHero({ pictures, children }: { pictures: StoreView["hero"]["pictures"]; children: ReactNode }) {
  const [largest] = pictures;
  return (
    <div className="relative isolate bg-[#666] text-white">
      {/* biome-ignore lint/performance/noImgElement: in the sizes that are stored. */}
      <img
        src={largest!.path}
        srcSet={pictures.map(({ path, width }) => `${path} ${width}w`).join(", ")}
        sizes="100vw"
        width={largest!.width}
        height={largest!.height}
        alt=""
        fetchPriority="high"
        className="absolute inset-0 -z-10 size-full object-cover"
      />
      <div className="bg-[rgb(0_0_0/0.6)]">
        <div className="mx-auto max-w-6xl px-4 sm:px-6">{children}</div>
      </div>
    </div>
  );
}

/** A field in the brand's colour with lines of flight across it, drawn from nothing but its colours. */
export function Hero({ pictures = [], children }: { pictures?: StoreView["hero"]["pictures"]; children: ReactNode }) {
  if (pictures.length > 0) return <PictureHero pictures={pictures}>{children}</PictureHero>;
  return (
    <div className="relative bg-hero text-hero-ink">
      <svg
        viewBox="0 0 1200 400"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="absolute inset-0 size-full text-hero-soft"
      >
        <g fill="none" stroke="currentColor" strokeWidth="2">
          {[0, 1, 2, 3, 4, 5, 6].map((i) => (
            <path
              key={i}
              d={`M${-120 + i * 90} 430 C ${180 + i * 110} ${40 + i * 14}, ${640 + i * 60} ${-30 + i * 26}, ${1330} ${60 + i * 58}`}
            />
          ))}
        </g>
        <g fill="currentColor">
          {[
            [196, 236],
            [430, 120],
            [742, 84],
            [1010, 138],
            [884, 262],
          ].map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="7" />
          ))}
        </g>
      </svg>
      <div className="relative mx-auto max-w-6xl px-4 sm:px-6">{children}</div>
    </div>
  );
}
