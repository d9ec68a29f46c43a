"use client";
import { CircleDot } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { Timeline, type TimelineItem } from "../timeline.tsx";
import type { Esim } from "./esim.ts";
import { ESIM_STATES, type EsimStatus, INSTALLATION } from "./esim-status.tsx";

const SOURCES: Record<string, string> = {
  supplier: "the network supplier",
  sandbox: "the sandbox",
  api: "a request",
  guarantee: "the connection guarantee",
};

/** The eSIM's life as it was reported to us, the newest first. */
export function EsimEvents({ history }: { history: Esim["history"] }) {
  const items = history.map(
    ({ eventType, previousStatus, currentStatus, source, createdAt }, i): TimelineItem => ({
      key: `${createdAt.toISOString()}-${i}`,
      at: createdAt,
      icon: CircleDot,
      tone: ESIM_STATES[currentStatus as EsimStatus]?.tone ?? "neutral",
      title:
        previousStatus === currentStatus
          ? eventType.replaceAll(/[._]/g, " ")
          : `${wordFor(previousStatus)} → ${wordFor(currentStatus)}`,
      detail: `${eventType}, reported by ${SOURCES[source] ?? source}`,
    }),
  );
  return (
    <Card title="Events" lead="Status changes, newest first.">
      {items.length === 0 ? (
        <p className="text-[13px] text-ink-soft">No changes since it was delivered.</p>
      ) : (
        <Timeline label="Events of this eSIM" items={items} />
      )}
    </Card>
  );
}

const wordFor = (status: string) =>
  ESIM_STATES[status as EsimStatus]?.label ??
  INSTALLATION[status as Esim["installationStatus"]]?.label ??
  status.replaceAll("_", " ");
