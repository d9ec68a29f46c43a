import { searchIndex } from "#components/docs/search-index.ts";
import { docsFile, textPages } from "../sources.ts";

export const dynamic = "force-dynamic";

/** What public/docs-search.js looks through. */
export const GET = () => docsFile(JSON.stringify(searchIndex(textPages())), "application/json; charset=utf-8");
