"use client";
import { CircleX, Download, Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { usePortal } from "../portal-context.tsx";
import { reportHref } from "../search-params.ts";
import type { OrderPart } from "./cancel-many.tsx";

const CancelMany = dynamic(() => import("./cancel-many.tsx").then((module) => module.CancelMany));
const SendMany = dynamic(() => import("../handovers/send-many.tsx").then((module) => module.SendMany));

type OrderActsProps = {
  report: "orders" | "esims";
  /** The selected rows, as the file is asked for. */
  names: string[];
  /** The same as orders, or parts of them. */
  parts: OrderPart[];
};

/** What can be done with many orders, or eSIMs of them. */
export function OrderActs({ report, names, parts }: OrderActsProps) {
  const { environment, may } = usePortal();
  // What was selected when it was opened: a list that renews itself below changes nothing in a dialog.
  const [doing, setDoing] = useState<{ act: "cancel" | "send"; parts: OrderPart[] } | null>(null);
  const done = () => setDoing(null);
  return (
    <>
      <DownloadLink href={reportHref(environment, report, { only: names.join() })}>
        <Download aria-hidden /> CSV
      </DownloadLink>
      {may("esims:manage") && (
        <>
          <Button onClick={() => setDoing({ act: "send", parts })}>
            <Send aria-hidden /> Send again
          </Button>
          <Button onClick={() => setDoing({ act: "cancel", parts })}>
            <CircleX aria-hidden /> Cancel eSIMs
          </Button>
        </>
      )}
      {doing?.act === "cancel" && <CancelMany parts={doing.parts} onDone={done} />}
      {doing?.act === "send" && <SendMany parts={doing.parts} onDone={done} />}
    </>
  );
}
