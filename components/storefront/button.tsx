import type { ComponentProps } from "react";

const BASE =
  "inline-flex min-h-12 select-none items-center justify-center gap-2 rounded-xl px-5 py-2.5 text-center font-semibold transition-opacity duration-150 hover:opacity-90 disabled:opacity-55 print:hidden";

const LOOKS = {
  primary: `${BASE} bg-brand text-brand-ink`,
  plain: `${BASE} border border-line-strong bg-raised text-ink`,
};

type Looks = { look?: keyof typeof LOOKS };

export function Button({
  look = "primary",
  className = "",
  type = "submit",
  ...rest
}: ComponentProps<"button"> & Looks) {
  return <button type={type} className={`${LOOKS[look]} ${className}`} {...rest} />;
}

/** Pages are fetched whole: they come from a cache, and need no script to follow a link. */
export function LinkButton({ look = "primary", className = "", ...rest }: ComponentProps<"a"> & Looks) {
  return <a className={`${LOOKS[look]} ${className}`} {...rest} />;
}
