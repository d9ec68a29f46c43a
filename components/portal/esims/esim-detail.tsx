"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { refusalOf } from "#components/portal/refusal.ts";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import { useApi } from "../api.tsx";
import { daysInWords } from "../catalog/in-words.ts";
import { CopyLine } from "../copy-line.tsx";
import { isInstallable } from "../handovers/handover.ts";
import { HandoverCard } from "../handovers/handover-card.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { UpdatedAgo } from "../overview/updated-ago.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { ActionHistory } from "./action-history.tsx";
import { isActionOpen } from "./action-state.tsx";
import type { Esim } from "./esim.ts";
import { EsimActs } from "./esim-acts.tsx";
import { EsimEvents } from "./esim-events.tsx";
import { ESIM_STATES, EsimBadge, InstallationBadge } from "./esim-status.tsx";
import { InstallCard } from "./install-card.tsx";
import { SandboxCard } from "./sandbox-card.tsx";
import { ShareCard } from "./share-card.tsx";
import { UsageCard } from "./usage-card.tsx";

/** While an action is under way, and when nothing is expected. */
const POLL_MS = { moving: 2_000, resting: 30_000 };

export function EsimDetail({ iccid }: { iccid: string }) {
  const query = useQuery(
    useApi().esims.get.queryOptions(
      { iccid },
      {
        refetchInterval: ({ state }) => (state.data?.actions.some(isActionOpen) ? POLL_MS.moving : POLL_MS.resting),
      },
    ),
  );
  if (refusalOf(query.error).code === "resource_not_found")
    return <MissingRecord title={`There is no eSIM ${iccid} here`} />;
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(esim) => <Detail esim={esim} updatedAt={query.dataUpdatedAt} />}
    </QueryState>
  );
}

function Detail({ esim, updatedAt }: { esim: Esim; updatedAt: number }) {
  const { environment, may } = usePortal();
  return (
    <>
      <PageHeader title={`eSIM ${esim.iccid}`}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <EsimBadge status={esim.status} />
          {esim.isReplaced ? <Replaced by={esim.replacedBy} /> : <span>{ESIM_STATES[esim.status].meaning}</span>}
          <span className="text-xs">
            <UpdatedAgo at={updatedAt} />
          </span>
        </span>
      </PageHeader>
      <EsimActs esim={esim} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          <UsageCard esim={esim} />
          <InstallCard esim={esim} />
          <ActionHistory actions={esim.actions} />
          <EsimEvents history={esim.history} />
        </div>
        <div className="grid gap-6 *:min-w-0">
          {environment === "test" && may("esims:manage") && <SandboxCard esim={esim} />}
          {may("esims:manage") && isInstallable(esim) && !esim.isReplaced && <ShareCard esim={esim} />}
          <HandoverCard reference={esim.orderReference} esims={esim.isReplaced ? [] : [esim]} iccid={esim.iccid} />
          <AboutCard esim={esim} updatedAt={updatedAt} />
          <DeviceCard esim={esim} />
        </div>
      </div>
    </>
  );
}

/** Whatever its supplier still says of it: what counts is the other one. */
function Replaced({ by }: { by: string | null }) {
  return by ? (
    <span>
      Did not connect, and was replaced by <EsimLink iccid={by} />. The traveller needs nothing more of this one.
    </span>
  ) : (
    <span>Its traveller says that it does not connect: it is about to be replaced.</span>
  );
}

function EsimLink({ iccid }: { iccid: string }) {
  const { href } = usePortal();
  return (
    <Link
      href={href(`/esims/${iccid}`)}
      prefetch={false}
      className="break-all font-mono text-accent text-xs underline-offset-2 hover:underline"
    >
      {iccid}
    </Link>
  );
}

const timeOr = (at: Date | null, otherwise: string) => (at ? <Time at={at} exact /> : otherwise);

/** Of a package that has become another product nothing more is known than what the order kept. */
const NOT_KEPT = "Not on record";

/** What it was sold as. A package whose code stands for something else by now is not where its name leads. */
function PackageSold({ plan }: { plan: Esim["plan"] }) {
  const { href } = usePortal();
  const link = (text: string) => (
    <Link
      href={href(RECORD_PAGES.package(plan.packageCode))}
      prefetch={false}
      className="text-accent underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
  if (!plan.isAnotherProduct) return link(plan.packageName);
  return (
    <>
      {plan.packageName}
      <span className="block text-ink-soft text-xs">
        The supplier sells a different plan under {link(plan.packageCode)} now. This eSIM stays what it was sold as.
      </span>
    </>
  );
}

function AboutCard({ esim, updatedAt }: { esim: Esim; updatedAt: number }) {
  const { href } = usePortal();
  return (
    <Card title="About">
      <Facts
        facts={[
          [
            "Order",
            <Link
              key="order"
              href={href(`/orders/${esim.orderReference}`)}
              prefetch={false}
              className="font-mono text-accent text-xs underline-offset-2 hover:underline"
            >
              {esim.orderReference}
            </Link>,
          ],
          ...(esim.saleNumber
            ? ([
                [
                  "Sale",
                  <Link
                    key="sale"
                    href={href(`/sales/${esim.saleNumber}`)}
                    prefetch={false}
                    className="font-mono text-accent text-xs underline-offset-2 hover:underline"
                  >
                    {esim.saleNumber}
                  </Link>,
                ],
              ] as const)
            : []),
          [
            "Your reference",
            esim.plan.clientReference ? (
              <CopyLine key="own" text={esim.plan.clientReference} what="reference of yours" />
            ) : (
              "None"
            ),
          ],
          ["Package", <PackageSold key="package" plan={esim.plan} />],
          ["ICCID", <CopyLine key="iccid" text={esim.iccid} what="ICCID" />],
          ...(esim.replacedBy ? [["Replaced by", <EsimLink key="by" iccid={esim.replacedBy} />] as const] : []),
          ...(esim.replaces ? [["In place of", <EsimLink key="of" iccid={esim.replaces} />] as const] : []),
          ["IMSI", esim.imsi ? <CopyLine key="imsi" text={esim.imsi} what="IMSI" /> : "Not reported"],
          ["Network supplier", supplierName(esim.supplierCode)],
          ["In the supplier's words", [esim.supplierStatus, esim.supplierSmdpStatus].filter(Boolean).join(", ") || "–"],
          ["Validity", daysInWords(esim.validityDays)],
          ["Delivered", <Time key="created" at={esim.createdAt} exact />],
          ["Installed", timeOr(esim.installedAt, "Not yet")],
          ["First connected", timeOr(esim.activatedAt, "Not yet")],
          [
            esim.expiresAt && esim.expiresAt.getTime() <= updatedAt ? "Expired" : "Expires",
            timeOr(esim.expiresAt, "Not started"),
          ],
        ]}
      />
    </Card>
  );
}

function DeviceCard({ esim }: { esim: Esim }) {
  const device = [esim.deviceBrand, esim.deviceModel].filter(Boolean).join(" ");
  return (
    <Card title="Device and network">
      <Facts
        facts={[
          ["Installation", <InstallationBadge key="installation" status={esim.installationStatus} />],
          ["Device", device || "Not reported"],
          ["System", esim.deviceOs ?? "Not reported"],
          ["EID", esim.eid ? <CopyLine key="eid" text={esim.eid} what="EID" /> : "Not reported"],
          ["IMEI", esim.deviceImei ? <CopyLine key="imei" text={esim.deviceImei} what="IMEI" /> : "Not reported"],
          ["Network", esim.networkName ?? "Not reported"],
          ["Standard", esim.plan.networkType ?? NOT_KEPT],
          ["APN", esim.apn ? <CopyLine key="apn" text={esim.apn} what="APN" /> : "Set by the eSIM itself"],
          [
            "Works in",
            esim.plan.coverage.length > 6
              ? `${esim.plan.coverage.length} countries`
              : esim.plan.coverage.join(", ") || NOT_KEPT,
          ],
        ]}
      />
    </Card>
  );
}
