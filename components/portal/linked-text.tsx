"use client";
import Link from "next/link";
import { RECORD_PAGES, type RecordKind } from "./navigation.ts";
import { usePortal } from "./portal-context.tsx";

const NAMES: [RecordKind, RegExp][] = [
  ["order", /^B2B-\d+$/],
  ["esim", /^\d{18,22}$/],
  ["key", /^svc_(test|live)_\w{8}$/],
  ["request", /^req_\w+$/],
  ["event", /^evt_\w+$/],
  ["entry", /^LED-\d+$/],
];

const linkLooks = "font-mono text-accent text-xs underline underline-offset-2";

/** A sentence in which every name of a record leads to it. */
export function LinkedText({ text }: { text: string }) {
  const { href } = usePortal();
  let at = 0;
  return text.split(/([\w-]+)/).map((word) => {
    const key = at;
    at += word.length;
    const kind = NAMES.find(([, form]) => form.test(word))?.[0];
    if (!kind) return word;
    return (
      <Link key={key} href={href(RECORD_PAGES[kind](word))} prefetch={false} className={linkLooks}>
        {word}
      </Link>
    );
  });
}
