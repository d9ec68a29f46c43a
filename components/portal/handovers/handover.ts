import { LANGUAGE_NAMES } from "#server/kernel/languages.ts";
import type { Inputs, Outputs } from "#server/trpc/types.ts";

export type Handover = Outputs["handovers"]["list"]["items"][number];
export type Language = Inputs["handovers"]["send"]["language"];

/** What of an eSIM decides whether a customer can still install it. */
export type Installable = Pick<Outputs["orders"]["get"]["order"]["profiles"][number], "iccid" | "status" | "install">;

export { LANGUAGE_NAMES };

/** Why there is nothing to install any more; null while there is. */
export function barOf({ install, status }: Pick<Installable, "install" | "status">): string | null {
  if (install === "ended") return `${status === "expired" ? "Expired" : "Cancelled"}: nothing to install any more.`;
  return install === "deleted" ? "Deleted from its device: it cannot be installed again." : null;
}

export const isInstallable = (esim: Pick<Installable, "install" | "status">): boolean => barOf(esim) === null;

/** What is printed or saved: a page for each eSIM, the same of one as a picture, or its QR code alone. Without a language it is the traveller’s. */
export function installationFile(
  environment: string,
  reference: string,
  file: "sheets.pdf" | "sheet.png" | "code.png",
  { iccids, language }: { iccids: string[]; language?: Language },
): string {
  const query = new URLSearchParams(iccids.map((iccid) => ["iccid", iccid]));
  if (language) query.set("language", language);
  return `/api/installation/${environment}/${reference}/${file}?${query}`;
}

/** `staff:mia@example.com` → `mia@example.com` */
export const nameOf = (actor: string): string => actor.slice(actor.indexOf(":") + 1);
