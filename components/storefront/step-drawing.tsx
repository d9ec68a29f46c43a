import type { ReactNode } from "react";

const DRAWINGS: Record<1 | 2 | 3 | 4, ReactNode> = {
  1: (
    <>
      <circle cx="36" cy="30" r="9" />
      <path d="M36 17v4M36 39v4M23 30h4M45 30h4M27 21l3 3M42 36l3 3M45 21l-3 3M30 36l-3 3" />
    </>
  ),
  2: (
    <>
      <path d="M26 20h14l6 6v22H26z" />
      <path d="M31 34h10v9H31zM36 34v9" />
    </>
  ),
  3: (
    <>
      <path d="M24 22h8v8h-8zM40 22h8v8h-8zM24 38h8v8h-8zM40 38h4v4h-4zM48 42v4h-4" />
      <path d="M18 34h36" />
    </>
  ),
  4: (
    <>
      <rect x="22" y="28" width="28" height="14" rx="7" />
      <circle cx="43" cy="35" r="4" fill="currentColor" />
    </>
  ),
};

/** What is to be seen on the phone at a step: settings, the eSIM, the code, roaming switched on. */
export function StepDrawing({ step }: { step: 1 | 2 | 3 | 4 }) {
  return (
    <svg viewBox="0 0 72 72" aria-hidden="true" className="size-18 rounded-2xl bg-brand-soft text-brand-soft-ink">
      <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        <rect x="12" y="6" width="48" height="60" rx="8" />
        {DRAWINGS[step]}
      </g>
    </svg>
  );
}
