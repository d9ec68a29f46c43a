"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useApi } from "./api.tsx";
import { RECORD_PAGES, type RecordKind } from "./navigation.ts";
import { usePaletteActions } from "./palette-actions.ts";
import { usePortal } from "./portal-context.tsx";
import { useRecentRecords } from "./recent-records.ts";
import type { Theme } from "./theme.ts";
import { useDebounced } from "./use-debounced.ts";
import { usePlaces } from "./use-places.ts";

export type Choice = { id: string; title: string; hint: string; choose(): void };
type Group = { label: string; choices: Choice[] };

const KIND_NAMES: Record<RecordKind, string> = {
  order: "Order",
  esim: "eSIM",
  request: "Request",
  event: "Event",
  key: "API key",
  endpoint: "Webhook endpoint",
  package: "Package",
};

/** Actions come first, then what was opened last or what was found, then pages and packages. */
export function usePaletteGroups(
  wanted: string,
  { theme, onShortcuts }: { theme: Theme; onShortcuts(): void },
): { groups: Group[]; searching: boolean } {
  const router = useRouter();
  const { href } = usePortal();
  const settled = useDebounced(wanted, 150);
  const { data = [], isFetching } = useQuery(
    useApi().search.find.queryOptions(settled, { enabled: settled.length >= 2, staleTime: 10_000 }),
  );
  const isNamed = (...words: string[]) => {
    const text = words.join(" ").toLowerCase();
    return wanted
      .toLowerCase()
      .split(/\s+/)
      .every((word) => ` ${text}`.includes(` ${word}`));
  };
  const open = (kind: RecordKind, reference: string) => () => router.push(href(RECORD_PAGES[kind](reference)));
  const actions = usePaletteActions({ theme, onShortcuts })
    .filter(({ label }) => isNamed(label))
    .map(({ label, hint, run }) => ({ id: `do ${label}`, title: label, hint, choose: run }));
  const recent = useRecentRecords()
    .filter(() => wanted === "")
    .map(({ kind, reference }) => ({
      id: `recent ${kind} ${reference}`,
      title: reference,
      hint: KIND_NAMES[kind],
      choose: open(kind, reference),
    }));
  // What was found for another text is no answer to this one.
  const hits = (settled === wanted && settled.length >= 2 ? data : []).map(({ kind, reference, about }) => ({
    kind,
    choice: {
      id: `${kind} ${reference} ${about}`,
      title: kind === "endpoint" ? about : kind === "package" ? about : reference,
      hint: kind === "endpoint" || kind === "package" ? KIND_NAMES[kind] : about,
      choose: open(kind, reference),
    },
  }));
  const pages = usePlaces().flatMap(({ group, places }) =>
    places
      .filter(({ label }) => isNamed(label))
      .map(({ label, to }) => ({ id: to, title: label, hint: group, choose: () => router.push(to) })),
  );
  const found = (isPackage: boolean) => hits.filter(({ kind }) => (kind === "package") === isPackage);
  const groups = [
    { label: "Actions", choices: actions },
    { label: "Recent", choices: recent },
    { label: "Records", choices: found(false).map(({ choice }) => choice) },
    { label: "Pages", choices: pages },
    { label: "Packages", choices: found(true).map(({ choice }) => choice) },
  ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    searching: isFetching || settled !== wanted,
  };
}
