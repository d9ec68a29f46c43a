"use client";
import { useQuery } from "@tanstack/react-query";
import { Megaphone, TriangleAlert } from "lucide-react";
import { useApi } from "../api.tsx";

/** What the platform has to say; nothing on most days. */
export function Announcements() {
  const { data = [] } = useQuery(useApi().overview.announcements.queryOptions());
  if (data.length === 0) return null;
  return (
    <section aria-label="Announcements" className="grid gap-3">
      {data.map(({ id, tone, title, text }) => {
        const Icon = tone === "warning" ? TriangleAlert : Megaphone;
        return (
          <article key={id} className="flex gap-3 rounded-lg border border-line bg-raised p-4 text-[13px]">
            <Icon
              className={tone === "warning" ? "mt-0.5 size-4 shrink-0 text-wait" : "mt-0.5 size-4 shrink-0 text-accent"}
              aria-hidden
            />
            <div className="min-w-0">
              <h2 className="font-semibold">{title}</h2>
              <p className="mt-0.5 max-w-prose whitespace-pre-line break-words text-ink-soft">{text}</p>
            </div>
          </article>
        );
      })}
    </section>
  );
}
