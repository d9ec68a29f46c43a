"use client";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import type { RecordKind } from "./navigation.ts";
import { usePortal } from "./portal-context.tsx";

export type RecentRecord = { kind: RecordKind; reference: string };

const KINDS: Record<string, RecordKind> = {
  orders: "order",
  esims: "esim",
  requests: "request",
  catalog: "package",
  "api-keys": "key",
};
const MOST = 8;

/** Of one person in one account and environment, in this browser only: nothing but references is kept. */
function useStoreName(): string {
  const { viewer, environment } = usePortal();
  return `recent-records ${viewer.account.code} ${viewer.email} ${environment}`;
}

export const useRecentRecords = (): RecentRecord[] => read(useStoreName());

/** Notes the record whose page is open. */
export function useRememberedRecords(): void {
  const name = useStoreName();
  const path = usePathname();
  useEffect(() => {
    const [, area, reference] = /^\/(?:test|live)\/([a-z-]+)\/([^/]+)$/.exec(path) ?? [];
    const kind = KINDS[area ?? ""];
    if (!kind || !reference || reference === "new" || reference === "compare") return;
    const record = { kind, reference: decodeURIComponent(reference) };
    const others = read(name).filter((known) => known.kind !== kind || known.reference !== record.reference);
    write(name, [record, ...others].slice(0, MOST));
  }, [name, path]);
}

/** A browser that keeps nothing has no recent records. */
function read(name: string): RecentRecord[] {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "[]") as RecentRecord[]).filter(
      ({ kind, reference }) => Object.values(KINDS).includes(kind) && typeof reference === "string",
    );
  } catch {
    return [];
  }
}

function write(name: string, records: RecentRecord[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(records));
  } catch {
    // Full, or not allowed.
  }
}
