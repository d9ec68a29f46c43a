import { Note } from "./section.tsx";
import type { Translate } from "./translate.ts";

const KNOWN = [
  "price_changed",
  "package_not_found",
  "supplier_unavailable",
  "supplier_error",
  "insufficient_balance",
  "fx_unavailable",
  "access_denied",
  "validation_error",
  "invalid_topup_package",
  "conflict",
  "rate_limit_exceeded",
  "authentication_failed",
  "voucher",
  "too_small",
] as const;

/** Why a form was sent back, in words; the code is all that the address carries. */
export function Problem({ code, t }: { code: string | undefined; t: Translate }) {
  if (!code) return null;
  const known = KNOWN.find((one) => one === code);
  return <Note tone="bad">{t(known ? `problem_${known}` : "problem_other")}</Note>;
}
