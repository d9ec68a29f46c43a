import type { z } from "zod";
import type { SupplierEsim } from "../port.ts";
import { readTime } from "./read-time.ts";
import type { WireEsim } from "./wire.ts";

export function toSupplierEsim(wire: z.infer<typeof WireEsim>): SupplierEsim {
  const smdp = wire.smdpStatus ?? "";
  return {
    supplierEsimId: wire.esimTranNo,
    iccid: wire.iccid,
    imsi: wire.imsi || null,
    activationCode: wire.ac,
    smdpAddress: wire.ac.split("$")[1]!,
    status: esimStatus(wire.esimStatus, smdp),
    installationStatus: smdp === "DELETED" ? "deleted" : INSTALLED.has(smdp) ? "installed" : "not_installed",
    supplierStatus: wire.esimStatus,
    supplierSmdpStatus: smdp,
    totalBytes: wire.totalVolume,
    usedBytes: wire.orderUsage,
    apn: wire.apn || null,
    networkName: null,
    eid: wire.eid || null,
    device: null,
    installedAt: null,
    activatedAt: readTime(wire.activateTime),
    expiresAt: readTime(wire.expiredTime),
  };
}

const INSTALLED = new Set(["DOWNLOAD", "INSTALLATION", "ENABLED", "DISABLED"]);

/** Null for a status that is not known: the last known one stays. */
function esimStatus(status: string, smdp: string): SupplierEsim["status"] {
  switch (status) {
    case "CREATE":
    case "PAYING":
    case "PAID":
    case "GETTING_RESOURCE":
      return "provisioning";
    case "GOT_RESOURCE":
      // One that was installed and deleted cannot be downloaded again.
      return INSTALLED.has(smdp) || smdp === "DELETED" ? "installed" : "ready";
    case "IN_USE":
      return "activated";
    case "SUSPENDED":
      return "suspended";
    case "USED_UP":
      return "exhausted";
    case "UNUSED_EXPIRED":
    case "USED_EXPIRED":
      return "expired";
    case "CANCEL":
    case "REVOKE":
    case "REVOKED":
      return "cancelled";
    default:
      return null;
  }
}
