import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TextBlocks } from "#components/ui/text-blocks.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Runbook" };

/** The page of `docs/runbooks` under this name; only names that there are. */
export default async function RunbookPage({ params }: { params: Promise<{ name: string }> }) {
  const [{ name }, { api }] = await Promise.all([params, openOperator()]);
  if (!(await api.alerts.runbooks()).some((known) => known === name)) notFound();
  const text = await readFile(join(process.cwd(), "docs/runbooks", `${name}.md`), "utf8");
  const [title = "", ...rest] = text.split("\n");
  return (
    <>
      <PageHeader title={title.replace(/^# /, "")}>What it means, what to look at, what to do.</PageHeader>
      <TextBlocks text={rest.join("\n")} />
    </>
  );
}
