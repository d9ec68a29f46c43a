"use client";
import { Download } from "lucide-react";
import { DownloadLink } from "#components/ui/button.tsx";
import { usePortal } from "../portal-context.tsx";
import { reportHref } from "../search-params.ts";
import { ReplayMatching } from "./replay-matching.tsx";

type DeliveryActsProps = {
  /** The selected ones, as the list is narrowed to them. */
  only: string;
  count: number;
};

export function DeliveryActs({ only, count }: DeliveryActsProps) {
  const { environment, may } = usePortal();
  return (
    <>
      <DownloadLink href={reportHref(environment, "deliveries", { only })}>
        <Download aria-hidden /> CSV
      </DownloadLink>
      {may("webhooks:manage") && <ReplayMatching filter={{ only }} label={`Replay ${count}`} />}
    </>
  );
}
