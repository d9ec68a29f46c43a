import { docPages } from "#components/docs/all-pages.ts";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { openApi, publicUrl } from "#server/api/v1/openapi.ts";
import { ERRORS } from "#server/kernel/errors.ts";
import { readSnippet } from "./read-snippet.ts";

/** The documentation as text. */
export const textPages = () =>
  docPages({
    document: openApi() as OpenApiDocument,
    apiUrl: `${publicUrl()}/api/v1`,
    errors: ERRORS,
    snippet: readSnippet,
  });

/** A file of the documentation: the same for everybody until the next version. */
export const docsFile = (text: string, type: string) =>
  new Response(text, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=60" } });
