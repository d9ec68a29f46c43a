import { z } from "zod";
import type {
  Esim as EsimRecord,
  HistoryItem as HistoryRecord,
  Measurement as MeasurementRecord,
} from "#server/domain/selling/esims/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { recordTime } from "#server/kernel/time.ts";
import { integer, recordTimestamp } from "../fields.ts";

export const ActivationStatus = z
  .enum(["provisioning", "ready", "activated", "suspended", "exhausted", "expired", "cancelled"])
  .meta({ id: "ActivationStatus", description: "Of the plan. Being installed shows in installation_status" });

export const InstallationStatus = z
  .enum(["not_installed", "installed", "deleted"])
  .meta({ id: "InstallationStatus", description: "Of the profile on the device" });

export const iccidParams = () =>
  z.strictObject({ iccid: z.string().meta({ description: "ICCID", example: "8999901123456789010" }) });

export const Usage = z
  .strictObject({
    total_mb: z.number(),
    used_mb: z.number(),
    remaining_mb: z.number(),
    usage_percent: z.number().meta({ description: "0 to 100; 0 for unlimited plans" }),
  })
  .meta({ id: "Usage" });

export const Esim = z
  .strictObject({
    reference: z.string().meta({ description: "Of the order", example: "B2B-1042" }),
    iccid: z.string(),
    imsi: z.string().nullable(),
    provider: z.string().meta({ description: "Network supplier" }),
    provider_order_reference: z.string(),
    activation_status: ActivationStatus,
    installation_status: InstallationStatus,
    provider_status: z
      .strictObject({ profile: z.string(), smdp: z.string() })
      .meta({ description: "In the supplier's own words" }),
    usage: Usage,
    device: z
      .strictObject({ brand: z.string().nullable(), model: z.string().nullable(), eid: z.string().nullable() })
      .meta({ id: "ReportedDevice", description: "What of it the supplier reported" }),
    validity: z.strictObject({
      days: integer(),
      activated_at: recordTimestamp().nullable(),
      installed_at: recordTimestamp().nullable(),
      expires_at: recordTimestamp().nullable(),
    }),
    network: z.strictObject({ name: z.string().nullable(), apn: z.string().nullable() }),
    last_provider_sync_at: recordTimestamp().nullable(),
  })
  .meta({ id: "Esim" });

export const EsimDevice = z
  .strictObject({
    eid: z.string().nullable(),
    imei: z.string().nullable(),
    brand: z.string().nullable(),
    model: z.string().nullable(),
    os: z.string().nullable(),
    verified: z.boolean().meta({ description: "True when the supplier reported a device" }),
  })
  .meta({ id: "EsimDevice", description: "Values are given only when the supplier reported them" });

export const EsimInstallation = z
  .strictObject({
    iccid: z.string(),
    activation_code: z.string().meta({ description: "LPA string" }),
    smdp_address: z.string(),
    installation_status: InstallationStatus,
  })
  .meta({ id: "EsimInstallation" });

export const EsimUsage = z
  .strictObject({
    current: Usage,
    history: z
      .array(
        z
          .strictObject({
            total_volume_bytes: integer(),
            used_volume_bytes: integer(),
            remaining_volume_bytes: integer(),
            usage_percent: z.number(),
            source: z.string(),
            recorded_at: recordTimestamp(),
          })
          .meta({ id: "UsageMeasurement" }),
      )
      .meta({ description: "The last 100 measurements, newest first" }),
  })
  .meta({ id: "EsimUsage" });

export const EsimHistoryItem = z
  .strictObject({
    event_type: z.string().meta({ example: "status.changed" }),
    previous_status: z.string(),
    current_status: z.string(),
    source: z.string(),
    created_at: recordTimestamp(),
  })
  .meta({ id: "EsimHistoryItem" });

/** Being installed shows in installation_status; the eSIM is ready until it connects. */
export const presentActivationStatus = (status: EsimRecord["status"]) => (status === "installed" ? "ready" : status);

const time = (value: Date | null) => value && recordTime(value);

const toMb = (bytes: number) => Math.round((bytes / MB) * 100) / 100;

const percent = (used: number, total: number) =>
  total === 0 ? 0 : Math.min(100, Math.round((used / total) * 10_000) / 100);

export const presentUsage = ({ totalBytes, usedBytes }: Pick<EsimRecord, "totalBytes" | "usedBytes">) => ({
  total_mb: toMb(totalBytes),
  used_mb: toMb(usedBytes),
  remaining_mb: toMb(Math.max(0, totalBytes - usedBytes)),
  usage_percent: percent(usedBytes, totalBytes),
});

export const presentEsim = (esim: EsimRecord): z.input<typeof Esim> => ({
  reference: orderReference(esim.orderId),
  iccid: esim.iccid,
  imsi: esim.imsi,
  provider: esim.supplierCode,
  provider_order_reference: esim.supplierReference,
  activation_status: presentActivationStatus(esim.status),
  installation_status: esim.installationStatus,
  provider_status: { profile: esim.supplierStatus, smdp: esim.supplierSmdpStatus },
  usage: presentUsage(esim),
  device: { brand: esim.deviceBrand, model: esim.deviceModel, eid: esim.eid },
  validity: {
    days: esim.validityDays,
    activated_at: time(esim.activatedAt),
    installed_at: time(esim.installedAt),
    expires_at: time(esim.expiresAt),
  },
  network: { name: esim.networkName, apn: esim.apn },
  last_provider_sync_at: time(esim.syncedAt),
});

export const presentDevice = (esim: EsimRecord): z.input<typeof EsimDevice> => ({
  eid: esim.eid,
  imei: esim.deviceImei,
  brand: esim.deviceBrand,
  model: esim.deviceModel,
  os: esim.deviceOs,
  verified: [esim.eid, esim.deviceImei, esim.deviceBrand, esim.deviceModel].some((value) => value !== null),
});

export const presentMeasurement = ({ totalBytes, usedBytes, source, recordedAt }: MeasurementRecord) => ({
  total_volume_bytes: totalBytes,
  used_volume_bytes: usedBytes,
  remaining_volume_bytes: Math.max(0, totalBytes - usedBytes),
  usage_percent: percent(usedBytes, totalBytes),
  source,
  recorded_at: recordTime(recordedAt),
});

export const presentHistoryItem = (item: HistoryRecord): z.input<typeof EsimHistoryItem> => ({
  event_type: item.eventType,
  previous_status: item.previousStatus,
  current_status: item.currentStatus,
  source: item.source,
  created_at: recordTime(item.createdAt),
});
