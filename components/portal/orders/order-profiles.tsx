"use client";
import { QrCode as QrIcon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { EsimBadge, InstallationBadge } from "../esims/esim-status.tsx";
import { isInstallable } from "../handovers/handover.ts";
import { usePortal } from "../portal-context.tsx";
import { isOpen, type OrderStatus } from "./order-status.tsx";

const InstallDialog = dynamic(() => import("../esims/install-dialog.tsx").then((module) => module.InstallDialog));

export type Profile = Outputs["orders"]["get"]["order"]["profiles"][number];

/** Its price was paid back with the whole order, and it works on. */
const isGivenAway = (order: OrderStatus, { status }: Profile): boolean =>
  order === "refunded" && status !== "cancelled" && status !== "expired";

type OrderProfilesProps = { profiles: Profile[]; status: OrderStatus; reference: string };

/** Every eSIM that was delivered, with what installs it. */
export function OrderProfiles({ profiles, status, reference }: OrderProfilesProps) {
  const { href, may } = usePortal();
  const codes = may("installation:read");
  const [shown, setShown] = useState<Profile | null>(null);
  const facts: Column<Profile>[] = [
    {
      header: "ICCID",
      main: true,
      cell: ({ iccid }) => (
        <span className="inline-flex items-center gap-1 font-mono text-xs">
          <Link href={href(`/esims/${iccid}`)} prefetch={false} className="hover:underline max-sm:break-all">
            {iccid}
          </Link>
          <CopyButton text={iccid} what="ICCID" />
        </span>
      ),
    },
    {
      header: "Status",
      cell: (profile) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <EsimBadge status={profile.status} />
          {isGivenAway(status, profile) && <span className="text-ink-soft text-xs">given away</span>}
        </span>
      ),
    },
    { header: "Installation", cell: (profile) => <InstallationBadge status={profile.installationStatus} /> },
  ];
  const install: Column<Profile>[] = [
    {
      header: "Code",
      cell: (profile) =>
        isInstallable(profile) ? (
          <span className="flex justify-end gap-2 whitespace-nowrap sm:justify-start">
            <span className="inline-flex items-center text-ink-soft text-xs">
              LPA <CopyButton text={profile.activationCode} what={`LPA code of ${profile.iccid}`} />
            </span>
          </span>
        ) : (
          <span className="text-ink-soft text-xs">No longer valid</span>
        ),
    },
    {
      header: "Install",
      quiet: true,
      cell: (profile) =>
        isInstallable(profile) && (
          <div className="flex justify-end max-sm:w-full">
            <Button size="small" onClick={() => setShown(profile)} aria-label={`QR code of ${profile.iccid}`}>
              <QrIcon aria-hidden /> QR code
            </Button>
          </div>
        ),
    },
  ];
  return (
    <Card
      title="eSIMs"
      lead={
        profiles.length > 0
          ? `${profiles.length} delivered.${codes ? "" : " Your role does not include the codes that install them."}`
          : undefined
      }
    >
      {profiles.length > 0 ? (
        <Table
          label="eSIMs of this order"
          columns={codes ? [...facts, ...install] : facts}
          rows={profiles}
          keyOf={({ iccid }) => iccid}
        />
      ) : (
        <p className="text-[13px] text-ink-soft">
          {isOpen(status)
            ? "They appear here as soon as the network supplier delivers them; this page looks by itself."
            : "None was delivered."}
        </p>
      )}
      {shown && <InstallDialog profile={shown} reference={reference} onClose={() => setShown(null)} />}
    </Card>
  );
}
