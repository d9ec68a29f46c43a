"use client";
import { Scale } from "lucide-react";
import { useQueryState } from "nuqs";
import { useId, useState } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import type { Selection } from "#components/ui/select-cells.tsx";
import { toast } from "#components/ui/toast.tsx";
import { usePortal } from "../portal-context.tsx";
import { comparedPackages, MOST_COMPARED } from "./catalog-search.ts";

/** Packages that are to be compared; the address keeps them through searches and pages. */
export function useCompared() {
  const barId = useId();
  const [compared, setCompared] = useQueryState("compare", comparedPackages);
  const [wanted, setWanted] = useState(false);
  const selection: Selection = {
    barId,
    onPhone: wanted || compared.length > 0,
    has: (packageId) => compared.includes(packageId),
    set(packageId, on) {
      const others = compared.filter((each) => each !== packageId);
      if (on && others.length >= MOST_COMPARED) toast(`At most ${MOST_COMPARED} packages can be compared`);
      else void setCompared(on ? [...others, packageId] : others);
    },
    isAll: false,
    isSome: compared.length > 0,
  };
  const clear = () => {
    void setCompared(null);
    setWanted(false);
  };
  return { compared, selection, clear, begin: () => setWanted(true) };
}

/** The address of a comparison. */
export const comparePath = (packageIds: string[]): string =>
  `/catalog/compare?${new URLSearchParams({ compare: packageIds.join() })}`;

export function CompareLink({ packageIds }: { packageIds: string[] }) {
  const { href } = usePortal();
  if (packageIds.length < 2)
    return <p className="self-center text-[13px] text-ink-soft">Select another one to compare them.</p>;
  return (
    <ButtonLink variant="primary" href={href(comparePath(packageIds))}>
      <Scale aria-hidden /> Compare {packageIds.length}
    </ButtonLink>
  );
}
