import {
  BatteryWarning,
  CalendarX,
  CircleDashed,
  CirclePause,
  type LucideIcon,
  Signal,
  Smartphone,
  SmartphoneNfc,
} from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Esim = Outputs["esims"]["get"];
export type EsimStatus = Esim["status"];

export const ESIM_STATES: Record<EsimStatus, { label: string; tone: Tone; icon?: LucideIcon; meaning: string }> = {
  provisioning: { label: "Provisioning", tone: "wait", meaning: "The network supplier is making the profile." },
  ready: { label: "Ready", tone: "neutral", icon: SmartphoneNfc, meaning: "To be installed with its QR code." },
  installed: { label: "Installed", tone: "neutral", icon: Smartphone, meaning: "On a device, not used yet." },
  activated: { label: "Active", tone: "good", icon: Signal, meaning: "It has connected to a network." },
  suspended: { label: "Suspended", tone: "wait", icon: CirclePause, meaning: "Paused; it can be resumed." },
  exhausted: { label: "Used up", tone: "bad", icon: BatteryWarning, meaning: "No data is left; a top-up revives it." },
  expired: { label: "Expired", tone: "final", icon: CalendarX, meaning: "Its days are over." },
  cancelled: { label: "Cancelled", tone: "final", meaning: "Taken back by the supplier." },
};

/** Nothing more happens to it: there is no data on it and none can be added. */
export const isEnded = (status: EsimStatus): boolean => status === "cancelled" || status === "expired";

export function EsimBadge({ status }: { status: EsimStatus }) {
  const { label, tone, icon } = ESIM_STATES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

export const INSTALLATION = {
  not_installed: { label: "Not installed", icon: CircleDashed },
  installed: { label: "On a device", icon: Smartphone },
  deleted: { label: "Deleted from the device", icon: CalendarX },
} as const;

export function InstallationBadge({ status }: { status: Esim["installationStatus"] }) {
  const { label, icon } = INSTALLATION[status];
  return (
    <Badge tone={status === "deleted" ? "final" : "neutral"} icon={icon}>
      {label}
    </Badge>
  );
}
