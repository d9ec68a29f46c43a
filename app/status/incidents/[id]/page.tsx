import type { Metadata } from "next";
import { IncidentCard } from "#components/status/incident-card.tsx";
import { StatusFrame } from "#components/status/status-frame.tsx";
import { StatusUnknown } from "#components/status/status-page.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

type Props = { params: Promise<{ id: string }> };

async function find({ params }: Props) {
  const [{ id }, api] = await Promise.all([params, visitorApi()]);
  const status = await api.status.get();
  return { status, incident: status?.incidents.find((one) => String(one.id) === id) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await find(props)).incident?.title ?? "No such incident" };
}

export default async function IncidentPage(props: Props) {
  const { status, incident } = await find(props);
  return (
    <StatusFrame back>
      {incident ? (
        <IncidentCard incident={incident} whole />
      ) : status ? (
        <div data-missing className="grid gap-1">
          <h1 className="font-semibold text-xl">No such incident</h1>
          <p className="text-ink-soft">Those of the last 90 days are kept here.</p>
        </div>
      ) : (
        <StatusUnknown />
      )}
    </StatusFrame>
  );
}
