import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

const looks = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border font-medium text-[13px] transition-colors duration-150 disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-accent bg-accent text-accent-ink hover:bg-accent/90",
        plain: "border-line bg-raised text-ink hover:border-line-strong hover:bg-sunken",
        quiet: "border-transparent bg-transparent text-ink-soft hover:bg-sunken hover:text-ink",
        danger: "border-bad bg-bad text-bad-ink hover:bg-bad/90",
      },
      size: {
        normal: "h-11 px-3.5 sm:h-8 sm:px-3",
        icon: "size-11 sm:size-8",
        small: "h-11 px-3 sm:h-7 sm:px-2",
        smallIcon: "size-11 sm:size-7",
      },
    },
    defaultVariants: { variant: "plain", size: "normal" },
  },
);

type Looks = VariantProps<typeof looks>;

type ButtonProps = ComponentProps<"button"> & Looks & { busy?: boolean };

/** While busy it says so, keeps its place and ignores clicks: a second click never does the same thing twice. */
export function Button({ variant, size, busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cn(looks({ variant, size }), className)}
      {...rest}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}

type ButtonLinkProps = ComponentProps<typeof Link> & Looks;

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link prefetch={false} className={cn(looks({ variant, size }), className)} {...rest} />;
}

/** A link to a file: the browser fetches it, not the router. */
export function DownloadLink({ variant, size, className, ...rest }: ComponentProps<"a"> & Looks) {
  return <a download className={cn(looks({ variant, size }), className)} {...rest} />;
}
