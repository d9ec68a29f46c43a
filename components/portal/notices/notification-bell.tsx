"use client";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";

const POLL_MS = 60_000;
/** The server counts no further. */
const MOST = 100;

/** How many notices nobody has read, and the way to them. */
export function NotificationBell() {
  const { href } = usePortal();
  const { data: unread = 0 } = useQuery(useApi().notices.unread.queryOptions(undefined, { refetchInterval: POLL_MS }));
  const count = unread >= MOST ? `${MOST - 1}+` : String(unread);
  return (
    <ButtonLink
      href={href("/notices")}
      variant="quiet"
      size="icon"
      className="relative"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${count} unread`}
    >
      <Bell aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1 left-1/2 min-w-4 rounded-full bg-accent px-1 text-center font-semibold text-[10px] text-accent-ink tabular-nums leading-4 sm:-top-0.5"
        >
          {count}
        </span>
      )}
    </ButtonLink>
  );
}
