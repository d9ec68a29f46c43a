"use client";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { May } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

/** One click: the status page says so, and whoever did it goes on writing there. */
export function FromAlert({ alertId, incidentId }: { alertId: number; incidentId: number | null }) {
  const acted = useActed();
  const router = useRouter();
  const open = useMutation(
    useApi().operator.incidents.openFromAlert.mutationOptions({
      onSuccess: ({ id }) => {
        acted("The incident is open", "The status page has it.");
        router.push(`/operator/incidents/${id}`);
      },
      onError: (error) => {
        toast(refusalOf(error).message);
        router.refresh();
      },
    }),
  );
  if (incidentId !== null)
    return (
      <Link
        href={`/operator/incidents/${incidentId}`}
        prefetch={false}
        className="flex min-h-6 items-center text-[13px] text-accent hover:underline"
      >
        Incident {incidentId}
      </Link>
    );
  return (
    <May act="incidents:manage">
      <Button size="small" onClick={() => open.mutate({ alertId })} busy={open.isPending}>
        Open an incident
      </Button>
    </May>
  );
}
