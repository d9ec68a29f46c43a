import type { ReactNode } from "react";

/** A field in the brand's colour with lines of flight across it, drawn from nothing but its colours. */
export function Hero({ children }: { children: ReactNode }) {
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
