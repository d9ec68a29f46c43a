import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ShortAccountLink } from "../account-link.tsx";

type Board = Outputs["operator"]["board"];
type Item = Board["unsettled"][number];

const KNOWN: Record<Item["known"], { tone: Tone; word: string }> = {
  waiting: { tone: "neutral", word: "Not sent yet" },
  refused: { tone: "wait", word: "Refused, sent again" },
  unanswered: { tone: "bad", word: "No answer" },
  denied: { tone: "wait", word: "Denied once" },
  accepted: { tone: "wait", word: "Accepted" },
  review: { tone: "bad", word: "Needs a decision" },
  paid: { tone: "wait", word: "Paid, not ordered" },
};

const KINDS: Record<Item["kind"], string> = {
  order: "Order",
  topup: "Top-up",
  cancel: "Cancel",
  suspend: "Suspend",
  resume: "Resume",
  purchase: "Shop purchase",
  replacement: "Replacement of a silent eSIM",
};

/** What is decided by nobody is found where everything is. */
const pageOf = (kind: Item["kind"], ref: string): string =>
  kind === "purchase" || kind === "replacement" ? `/operator/search?q=${ref}` : `/operator/review/${ref}`;

const columns = (names: Map<string, string>): Column<Item>[] => [
  {
    header: "What",
    main: true,
    cell: ({ kind, ref, what, quantity }) => (
      <span className="grid">
        <Link href={pageOf(kind, ref)} prefetch={false} className="font-mono text-xs hover:underline">
          {ref}
        </Link>
        <span className="max-w-56 truncate font-normal text-ink-soft text-xs">
          {KINDS[kind]}: {quantity > 1 && `${quantity} × `}
          {what}
        </span>
      </span>
    ),
  },
  {
    header: "Known",
    cell: ({ known }) => <Badge tone={KNOWN[known].tone}>{KNOWN[known].word}</Badge>,
  },
  { header: "Supplier", cell: ({ supplier }) => (supplier === null ? "None yet" : (names.get(supplier) ?? supplier)) },
  {
    header: "Account",
    cell: ({ accountCode, companyName }) => (
      <ShortAccountLink code={accountCode} companyName={companyName} className="max-w-44" />
    ),
  },
  {
    header: "At stake",
    align: "end",
    phone: "beside",
    amount: ({ amount }) => amount,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  { header: "Since", cell: ({ since }) => <Time at={since} /> },
  {
    header: "Next look",
    phone: "named",
    cell: ({ known, nextLookAt }) => (known === "review" ? "None" : nextLookAt ? <Time at={nextLookAt} due /> : "Now"),
  },
  {
    header: "People decide",
    phone: "named",
    cell: ({ known, deadline }) =>
      deadline === null ? (
        "Never: it ends by itself"
      ) : (
        <>
          {known === "review" && "Until "}
          <Time at={deadline} />
        </>
      ),
  },
];

type UnsettledProps = { items: Item[]; stakes: Board["stakes"]; names: Map<string, string> };

/** Everything that was paid for and has no outcome, the oldest first. */
export function UnsettledTable({ items, stakes, names }: UnsettledProps) {
  const count = stakes.reduce((sum, stake) => sum + stake.count, 0);
  const currencies = [...Map.groupBy(stakes, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: of.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2),
  }));
  return (
    <div id="open" className="scroll-mt-16">
      <Card
        title="Without an outcome"
        lead={
          count === 0 ? undefined : (
            <>
              {count} paid for and open,{" "}
              {currencies.map(({ currency, amount }, i) => (
                <span key={currency}>
                  {i > 0 && " and "}
                  <Money amount={amount} currency={currency} />
                </span>
              ))}{" "}
              at stake{items.length < count && `; the oldest ${items.length} are shown`}.
            </>
          )
        }
      >
        {items.length === 0 ? (
          <p className="flex items-center gap-2 text-[13px] text-ink-soft">
            <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
            Every order, top-up, purchase and replacement older than 15 seconds has its outcome.
          </p>
        ) : (
          <Table label="Without an outcome" rows={items} keyOf={({ ref }) => ref} columns={columns(names)} />
        )}
      </Card>
    </div>
  );
}
