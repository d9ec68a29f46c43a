import type { Esim, EsimState, EsimStatus } from "./esim.ts";

/** What a supplier (or the sandbox) says an eSIM is now. Fields that are left out, or null, are not known. */
export type EsimReport = {
  status?: EsimStatus | null;
  installationStatus?: Esim["installationStatus"];
  supplierStatus?: string;
  supplierSmdpStatus?: string;
  totalBytes?: number;
  usedBytes?: number;
  eid?: string | null;
  device?: { brand: string | null; model: string | null; os: string | null; imei: string | null } | null;
  installedAt?: Date | null;
  activatedAt?: Date | null;
  expiresAt?: Date | null;
  networkName?: string | null;
  apn?: string | null;
};

/** How far an eSIM has come; it never goes back. */
const ORDER: Partial<Record<EsimStatus, number>> = {
  provisioning: 0,
  ready: 1,
  installed: 2,
  activated: 3,
  exhausted: 4,
};

export const isFinal = (status: EsimStatus): boolean => status === "cancelled" || status === "expired";

/** The state after a report. A late report moves nothing back, and nothing moves what is cancelled or expired. */
export function nextState(esim: Esim, report: EsimReport, at: Date): EsimState {
  // A supplier that has forgotten the plan (a recycled eSIM) reports nothing of nothing: what is known stays.
  const totalBytes = report.totalBytes || esim.totalBytes;
  const grown = totalBytes > esim.totalBytes;
  // Less use than before is a late report, unless the plan it is counted against is another one.
  const counted = report.usedBytes ?? esim.usedBytes;
  const usedBytes = totalBytes === esim.totalBytes ? Math.max(counted, esim.usedBytes) : counted;
  const { status, resumeStatus } = nextStatus(esim, report.status ?? null, grown);
  const live = (wanted: EsimStatus) => (status === "suspended" ? resumeStatus : status) === wanted;
  return {
    status,
    resumeStatus,
    installationStatus: nextInstallation(esim, report, status),
    supplierStatus: report.supplierStatus ?? esim.supplierStatus,
    supplierSmdpStatus: report.supplierSmdpStatus ?? esim.supplierSmdpStatus,
    totalBytes,
    usedBytes,
    activatedAt: esim.activatedAt ?? report.activatedAt ?? (live("activated") ? at : null),
    installedAt: esim.installedAt ?? report.installedAt ?? (live("installed") || live("activated") ? at : null),
    expiresAt: report.expiresAt ?? esim.expiresAt,
    ...(esim.deviceForgotten ? NO_DEVICE : deviceOf(esim, report)),
    networkName: report.networkName ?? esim.networkName,
    apn: report.apn ?? esim.apn,
    syncedAt: at,
  };
}

const NO_DEVICE = { eid: null, deviceBrand: null, deviceModel: null, deviceOs: null, deviceImei: null };

const deviceOf = (esim: Esim, { eid, device }: EsimReport): Record<keyof typeof NO_DEVICE, string | null> => ({
  eid: eid ?? esim.eid,
  deviceBrand: device?.brand ?? esim.deviceBrand,
  deviceModel: device?.model ?? esim.deviceModel,
  deviceOs: device?.os ?? esim.deviceOs,
  deviceImei: device?.imei ?? esim.deviceImei,
});

function nextStatus(
  esim: Pick<Esim, "status" | "resumeStatus">,
  reported: EsimStatus | null,
  grown: boolean,
): Pick<EsimState, "status" | "resumeStatus"> {
  const { status, resumeStatus } = esim;
  if (reported === null || isFinal(status)) return { status, resumeStatus };
  if (isFinal(reported)) return { status: reported, resumeStatus: null };
  if (reported === "suspended")
    return status === "suspended" ? { status, resumeStatus } : { status: "suspended", resumeStatus: status };
  // The supplier says that a suspended eSIM runs again: it is at least where it was.
  const was = status === "suspended" ? (resumeStatus ?? "ready") : status;
  const refilled = was === "exhausted" && reported === "activated" && grown;
  return { status: refilled || ORDER[reported]! > ORDER[was]! ? reported : was, resumeStatus: null };
}

/** `deleted` is the end; otherwise an installed profile stays so. */
function nextInstallation(esim: Esim, report: EsimReport, status: EsimStatus): Esim["installationStatus"] {
  const said = report.installationStatus ?? esim.installationStatus;
  if (esim.installationStatus === "deleted") return "deleted";
  if (said === "deleted") return said;
  const used = status === "installed" || status === "activated" || status === "exhausted";
  return said === "installed" || esim.installationStatus === "installed" || used ? "installed" : "not_installed";
}
