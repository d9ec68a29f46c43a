import { docsFile, textPages } from "#app/docs/sources.ts";
import { llmsFullText } from "#components/docs/llms-text.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";

export const dynamic = "force-dynamic";

export const GET = () => docsFile(llmsFullText(publicUrl(), textPages()), "text/plain; charset=utf-8");
