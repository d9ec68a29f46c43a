import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";

export const accountPage = (code: string): string => `/operator/accounts/${code}`;

type AccountLinkProps = {
  code: string;
  /** Its company's name, mostly. */
  children: ReactNode;
  className?: string;
  title?: string;
};

export function AccountLink({ code, children, className, title }: AccountLinkProps) {
  return (
    <Link href={accountPage(code)} prefetch={false} className={cn("hover:underline", className)} title={title}>
      {children}
    </Link>
  );
}

type ShortAccountLinkProps = { code: string; companyName: string | null; className: string };

/** On one line, cut at its end: the whole name and the code are the tooltip. */
export function ShortAccountLink({ code, companyName, className }: ShortAccountLinkProps) {
  return (
    <AccountLink code={code} className={cn("block truncate", className)} title={`${companyName}, ${code}`}>
      {companyName}
    </AccountLink>
  );
}
