import { TriangleAlert } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";

const toneOf = (status: number): Tone => (status < 400 ? "good" : status < 500 ? "wait" : "bad");

/** An HTTP status: what went well, what was refused, what was our fault. */
export function StatusBadge({ status }: { status: number }) {
  const tone = toneOf(status);
  return (
    <Badge tone={tone} icon={tone === "wait" ? TriangleAlert : undefined}>
      {String(status)}
    </Badge>
  );
}
