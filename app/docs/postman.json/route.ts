import { postmanCollection } from "#components/docs/postman.ts";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { openApi, publicUrl } from "#server/api/v1/openapi.ts";
import { docsFile } from "../sources.ts";

export const dynamic = "force-dynamic";

export const GET = () => {
  const collection = postmanCollection(openApi() as OpenApiDocument, `${publicUrl()}/api/v1`);
  return docsFile(JSON.stringify(collection, null, 2), "application/json; charset=utf-8");
};
