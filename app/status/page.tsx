import { StatusFrame } from "#components/status/status-frame.tsx";
import { StatusPage, StatusUnknown } from "#components/status/status-page.tsx";
import { visitorApi } from "#server/trpc/caller.ts";

export default async function Page() {
  const status = await (await visitorApi()).status.get();
  return <StatusFrame>{status ? <StatusPage status={status} now={new Date()} /> : <StatusUnknown />}</StatusFrame>;
}
