import { nameOfPage } from "#components/docs/all-pages.ts";
import { pageMarkdown } from "#components/docs/markdown.ts";
import { docsFile, textPages } from "../../sources.ts";

export const dynamic = "force-dynamic";

/** A page as Markdown, under its own address with `.md` (proxy.ts). */
export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { page: name } = await params;
  const page = textPages().find((one) => nameOfPage(one) === name);
  if (!page) return new Response("Not found", { status: 404 });
  return docsFile(`${pageMarkdown(page)}\n`, "text/markdown; charset=utf-8");
}
