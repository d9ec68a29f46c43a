import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Key = Outputs["keys"]["list"][number];

const SOON_MS = 30 * 86_400_000;

type Status = { tone: Tone; label: "Active" | "Expires soon" | "Expired" | "Revoked"; works: boolean };

export function keyStatus({ revokedAt, expiresAt }: Key, now = Date.now()): Status {
  if (revokedAt) return { tone: "final", label: "Revoked", works: false };
  if (expiresAt && expiresAt.getTime() <= now) return { tone: "final", label: "Expired", works: false };
  if (expiresAt && expiresAt.getTime() - now < SOON_MS) return { tone: "wait", label: "Expires soon", works: true };
  return { tone: "good", label: "Active", works: true };
}
