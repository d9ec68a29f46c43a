import { cookies, headers } from "next/headers";
import { type Rows, readRows, readTheme, type Theme } from "#components/portal/theme.ts";
import { hostCookie } from "#server/auth/cookie.ts";

/** What a page takes from the request to look right: the nonce of the answer, theme, rows and language of the reader. */
export async function readPageFrame(): Promise<{ nonce?: string; theme: Theme; rows: Rows; locale: string }> {
  const [sent, jar] = await Promise.all([headers(), cookies()]);
  return {
    nonce: sent.get("x-nonce") ?? undefined,
    theme: readTheme(jar.get(hostCookie("theme"))?.value),
    rows: readRows(jar.get(hostCookie("rows"))?.value),
    locale: firstLocale(sent.get("accept-language")),
  };
}

/** The first language that is asked for, if it is one. */
function firstLocale(header: string | null): string {
  const tag = header?.split(",")[0]?.split(";")[0]?.trim() ?? "";
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0] ?? "en";
  } catch {
    return "en";
  }
}
