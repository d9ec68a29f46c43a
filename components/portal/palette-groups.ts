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

const MOST_PACKAGES = 4;
const KIND_NAMES: Record<RecordKind, string> = {
  order: "Order",
  sale: "Sale",
  esim: "eSIM",
  request: "Request",
  event: "Event",
  key: "API key",
  endpoint: "Webhook endpoint",
  package: "Package",
  entry: "Ledger entry",
};

/** Actions come first, then what was opened last or what was found, then pages and packages. */
export function usePaletteGroups(
  wanted: string,
  { theme, onShortcuts }: { theme: Theme; onShortcuts(): void },
): { groups: Group[]; searching: boolean; failed: boolean } {
  const router = useRouter();
  const { href } = usePortal();
  const settled = useDebounced(wanted, 150);
  const asked = { enabled: settled.length >= 2, staleTime: 10_000 };
  const records = useQuery(useApi().search.find.queryOptions(settled, asked));
  const packages = useQuery(useApi().orders.packages.queryOptions(settled, asked));
  // What was found for another text is no answer to this one.
  const isAnswered = settled === wanted && settled.length >= 2;
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
  const found = (isAnswered && records.data ? records.data : []).map(({ kind, reference, about }) => ({
    id: `${kind} ${reference} ${about}`,
    title: kind === "endpoint" ? about : reference,
    hint: kind === "endpoint" ? KIND_NAMES[kind] : about,
    choose: open(kind, reference),
  }));
  const onSale = (isAnswered && packages.data ? packages.data.items : []).slice(0, MOST_PACKAGES);
  const pages = usePlaces().flatMap(({ group, places }) =>
    places
      .filter(({ label }) => isNamed(label))
      .map(({ label, to }) => ({ id: to, title: label, hint: group, choose: () => router.push(to) })),
  );
  const groups = [
    { label: "Actions", choices: actions },
    { label: "Recent", choices: recent },
    { label: "Records", choices: found },
    { label: "Pages", choices: pages },
    {
      label: "Packages",
      choices: onSale.map(({ packageId, name, reason }) => ({
        id: `package ${packageId}`,
        title: name,
        hint: reason ?? packageId,
        choose: open("package", packageId),
      })),
    },
  ];
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    searching: records.isFetching || packages.isFetching || settled !== wanted,
    failed: isAnswered && (records.isError || packages.isError),
  };
}
