import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Drill } from "./drill-types.ts";

type Grade = NonNullable<Drill["report"]>["grade"];

export const GRADES: Record<Grade, { tone: Tone; label: string; says: string }> = {
  A: { tone: "good", label: "A: ready to go live", says: "Everything was shown, and everything was handled." },
  B: {
    tone: "wait",
    label: "B: not all was seen",
    says: "Nothing went wrong, but some of it could not be shown. Run another drill that shows the rest.",
  },
  C: {
    tone: "bad",
    label: "C: to be mended",
    says: "Something would go wrong that people have to clear up afterwards.",
  },
  D: {
    tone: "bad",
    label: "D: not ready",
    says: "Something would cost money, or lets strangers in. Mend it before you go live.",
  },
};

export const GradeBadge = ({ grade }: { grade: Grade }) => {
  const { tone, label } = GRADES[grade];
  return <Badge tone={tone}>{label}</Badge>;
};
