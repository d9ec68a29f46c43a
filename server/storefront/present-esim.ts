import { type Esim, hasInstallation } from "#server/domain/selling/esims/index.ts";
import { dataSize, daysIn, type OwnedEsim } from "#server/domain/shop/checkout/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";

/** What it takes to install an eSIM; kept back from who has no right to it, and of one that nobody can install any more. */
export type InstallView = {
  lpa: string;
  smdpAddress: string;
  activationCode: string;
  /** iOS 17.4 and later install from it at one tap. */
  appleUrl: string;
  /** Some Android phones do. */
  androidUrl: string;
  apn: string | null;
};

export type EsimView = {
  id: number;
  title: string;
  /** The last digits, which settings of phones show. */
  number: string;
  phase: "ready" | "installed" | "active" | "exhausted" | "paused" | "ended" | "cancelled" | "replaced";
  removed: boolean;
  /** Changes when the page has to: what its watcher compares. */
  state: string;
  usage: { unlimited: boolean; percent: number; used: string; left: string; total: string };
  daysLeft: { value: number; text: string } | null;
  endsAt: string | null;
  /** `5 minutes ago`: how old the figures are. */
  age: string | null;
  network: string | null;
  install: InstallView | null;
  /** Of one that was cancelled: what goes back of the order's payment. */
  refund: string | null;
};

const PHASES: Record<Esim["status"], EsimView["phase"]> = {
  provisioning: "ready",
  ready: "ready",
  installed: "installed",
  activated: "active",
  exhausted: "exhausted",
  suspended: "paused",
  expired: "ended",
  cancelled: "cancelled",
};

/** What settings of phones show of it. */
export const iccidEnd = (iccid: string): string => iccid.slice(-6);

export const esimState = ({ status, installationStatus }: Esim): string => `${status}:${installationStatus}`;

export function presentEsim(
  { esim, isReplaced, titleIn, refund }: Pick<OwnedEsim, "esim" | "isReplaced" | "titleIn" | "refund">,
  { ctx, view: { language } }: Store,
): EsimView {
  const now = ctx.clock.now();
  const { totalBytes, usedBytes, expiresAt, syncedAt } = esim;
  const size = (bytes: number) => dataSize(Math.max(0, Math.round((bytes / MB) * 10) / 10), language);
  const days = expiresAt ? Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY)) : null;
  return {
    id: esim.id,
    title: titleIn(language),
    number: iccidEnd(esim.iccid),
    phase: isReplaced ? "replaced" : PHASES[esim.status],
    state: esimState(esim),
    removed: esim.installationStatus === "deleted",
    usage: {
      unlimited: totalBytes === 0,
      percent: totalBytes === 0 ? 0 : Math.min(100, Math.round((usedBytes / totalBytes) * 100)),
      used: size(usedBytes),
      left: size(totalBytes - usedBytes),
      total: size(totalBytes),
    },
    daysLeft: days === null ? null : { value: days, text: daysIn(days, language) },
    endsAt:
      expiresAt &&
      `${expiresAt.toLocaleString(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`,
    age: syncedAt && ago(now.getTime() - syncedAt.getTime(), language),
    network: esim.networkName,
    install: hasInstallation(esim) && !isReplaced ? presentInstallation(esim) : null,
    refund:
      esim.status === "cancelled" && !isReplaced && refund
        ? formatMoney(refund.amount, refund.currency, language)
        : null,
  };
}

const presentInstallation = ({ activationCode, smdpAddress, apn }: Esim): InstallView => ({
  lpa: activationCode,
  smdpAddress,
  activationCode: activationCode.split("$")[2] ?? activationCode,
  appleUrl: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(activationCode)}`,
  androidUrl: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(activationCode)}`,
  apn,
});

function ago(ms: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (ms < MINUTE) return words.format(-Math.floor(Math.max(0, ms) / SECOND), "second");
  if (ms < HOUR) return words.format(-Math.floor(ms / MINUTE), "minute");
  return ms < DAY ? words.format(-Math.floor(ms / HOUR), "hour") : words.format(-Math.floor(ms / DAY), "day");
}
