import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import type { ListName } from "#components/portal/views/view.ts";
import type { openPortal } from "#server/trpc/caller.ts";

type Portal = Awaited<ReturnType<typeof openPortal>>;
type Asked = { list: ListName; path: string; searchParams: Promise<SearchParams> };

/** Fetches the views of a list; its address without anything leads to the default one. */
export async function openView(
  { trpc, read, environment }: Portal,
  { list, path, searchParams }: Asked,
): Promise<void> {
  const views = await read(trpc.views.list.queryOptions({ list }));
  if (Object.keys(await searchParams).length > 0) return;
  const first = views.find(({ isDefault }) => isDefault);
  if (first?.query) redirect(`/${environment}${path}?${first.query}`);
}
