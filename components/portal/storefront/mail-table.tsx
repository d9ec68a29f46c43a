"use client";
import Link from "next/link";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Breakable } from "#components/ui/breakable.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { MAIL_KINDS } from "../mail-words/mail-kinds.ts";
import { RECORD_PAGES } from "../navigation.ts";
import { usePortal } from "../portal-context.tsx";

type Mail = Outputs["storefront"]["mails"]["items"][number];

type MailTableProps = { mails: Mail[]; label?: string /** Of one sale, on its page. */; ofSale?: boolean };

const kindInWords = (kind: string) => MAIL_KINDS[kind] ?? (kind.startsWith("store-alert") ? "Alert to you" : kind);

function Standing({ mail: { sentAt, heldBack, lastError } }: { mail: Mail }) {
  if (heldBack) return <Badge tone="neutral">Kept here</Badge>;
  if (sentAt) return <Badge tone="good">Sent</Badge>;
  return lastError ? <Badge tone="bad">Not sent yet</Badge> : <Badge tone="wait">Under way</Badge>;
}

/** The sale or the order that it is about. */
function About({ mail: { sale, orderReference }, href }: { mail: Mail; href(path: string): string }) {
  const name = sale ?? orderReference;
  if (!name) return "–";
  return (
    <Link
      href={href(sale ? RECORD_PAGES.sale(sale) : RECORD_PAGES.order(name))}
      prefetch={false}
      data-aside
      className="whitespace-nowrap font-mono text-accent text-xs underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}

/** Mails in the brand's name with how they stand; each opens with its words for as long as they are kept. */
export function MailTable({ mails, label = "Mails", ofSale = false }: MailTableProps) {
  const [shown, setShown] = useState<Mail | null>(null);
  const { href } = usePortal();
  const columns: Column<Mail>[] = [
    {
      header: "Subject",
      main: true,
      cell: (mail) => (
        <button
          type="button"
          dir="auto"
          onClick={() => setShown(mail)}
          className="min-h-6 min-w-40 break-words text-left hover:underline"
        >
          {mail.subject}
        </button>
      ),
    },
    { header: "Kind", phone: "none", cell: ({ kind }) => kindInWords(kind) },
    { header: "Written", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
    {
      header: "To",
      phone: ofSale ? "none" : "line",
      cell: ({ recipient }) => (
        <span className="wrap-anywhere inline-block max-w-64">
          <Breakable text={recipient} />
        </span>
      ),
    },
    ...(ofSale
      ? []
      : [
          {
            header: "About",
            phone: "none",
            cell: (mail: Mail) => <About mail={mail} href={href} />,
          } as const,
        ]),
    { header: "State", phone: "beside", cell: (mail) => <Standing mail={mail} /> },
  ];
  return (
    <>
      <Table label={label} columns={columns} rows={mails} keyOf={({ id }) => id} />
      <Dialog wide open={shown !== null} onOpenChange={() => setShown(null)} title={shown?.subject ?? ""}>
        {shown && <Detail mail={shown} onClose={() => setShown(null)} />}
      </Dialog>
    </>
  );
}

function Detail({ mail, onClose }: { mail: Mail; onClose(): void }) {
  const { may, href } = usePortal();
  return (
    <DialogBody>
      <Facts
        facts={[
          ["To", <Breakable key="to" text={mail.recipient} />],
          ["Kind", kindInWords(mail.kind)],
          ["About", <About key="about" mail={mail} href={href} />],
          ["Written", <Time key="t" at={mail.createdAt} />],
          ["State", <Standing key="s" mail={mail} />],
          ...(mail.sentAt ? ([["Sent", <Time key="u" at={mail.sentAt} />]] as const) : []),
          ...(mail.heldBack
            ? ([
                ["Why", "A test shop only writes to signed-in members of your team, at most 20 e-mails an hour."],
              ] as const)
            : []),
          ...(mail.lastError && !mail.sentAt ? ([["Last attempt", mail.lastError]] as const) : []),
        ]}
      />
      <pre
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 font-sans text-[13px]"
      >
        {may("installation:read")
          ? (mail.text ?? "Its text is no longer kept.")
          : "E-mails contain installation codes, which your role does not include."}
      </pre>
      <Button className="justify-self-end" onClick={onClose}>
        Close
      </Button>
    </DialogBody>
  );
}
