"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { DownloadLink } from "#components/ui/button.tsx";
import { useApi } from "./api.tsx";

/** Everything of an account, once the person has shown that they are the one. */
export function ExportLink({ href }: { href: string }) {
  const cache = useQueryClient();
  const confirmed = useApi().person.confirmed.queryOptions(undefined, { staleTime: 0, retry: false });
  return (
    <DownloadLink
      href={href}
      onClick={(event) => {
        event.preventDefault();
        // Refused: the dialog was closed, and nothing is downloaded.
        cache.fetchQuery(confirmed).then(
          () => window.location.assign(href),
          () => {},
        );
      }}
    >
      <Download aria-hidden /> Download everything
    </DownloadLink>
  );
}
