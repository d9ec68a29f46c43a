import { changesFeed } from "#components/docs/changes.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { docsFile } from "../sources.ts";

export const dynamic = "force-dynamic";

export const GET = () => docsFile(changesFeed(publicUrl()), "application/atom+xml; charset=utf-8");
