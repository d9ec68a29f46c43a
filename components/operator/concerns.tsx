"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, Clock, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useApi } from "#components/portal/api.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Concern = Outputs["operator"]["concerns"][number];

const PLACES: Record<Concern["area"], { href: string; label: string }> = {
  board: { href: "/operator#open", label: "See below" },
  accounts: { href: "/operator/accounts", label: "Accounts" },
  "sign-ups": { href: "/operator/sign-ups", label: "Sign-ups" },
  review: { href: "/operator/review", label: "Review queue" },
  funding: { href: "/operator/funding", label: "Approvals" },
  fx: { href: "/operator/fx", label: "Exchange rates" },
  suppliers: { href: "/operator/suppliers", label: "Suppliers" },
  health: { href: "/operator/health", label: "Health" },
};

const POLL_MS = 20_000;

/** What needs a hand, the urgent first; a calm sentence when nothing does. */
export function Concerns({ initial }: { initial: Concern[] }) {
  const { data: concerns } = useQuery(
    useApi().operator.concerns.queryOptions(undefined, { initialData: initial, refetchInterval: POLL_MS }),
  );
  if (concerns.length === 0)
    return (
      <p className="flex items-center gap-2.5 rounded-lg border border-line bg-raised p-4 text-[13px]">
        <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
        All clear: nothing that was paid for waits, no open case, no approval waiting, rates up to date, suppliers
        answer.
      </p>
    );
  return (
    <ul className="grid rounded-lg border border-line bg-raised">
      {concerns.map(({ area, urgent, text }) => {
        const { href, label } = PLACES[area];
        const Icon = urgent ? TriangleAlert : Clock;
        return (
          <li
            key={text}
            className="relative flex items-start gap-2.5 border-line p-4 text-[13px] not-last:border-b hover:bg-sunken/50"
          >
            <Icon
              className={urgent ? "mt-0.5 size-4 shrink-0 text-bad" : "mt-0.5 size-4 shrink-0 text-wait"}
              aria-hidden
            />
            <p className="min-w-0 flex-1 break-words">
              {urgent && <span className="font-semibold text-bad">Urgent: </span>}
              <Sentence>{text}</Sentence>
            </p>
            <Link
              href={href}
              prefetch={false}
              className="flex shrink-0 items-center gap-1 text-accent after:absolute after:inset-0 after:rounded-lg"
            >
              {label}
              <ArrowRight className="size-3.5" aria-hidden />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
