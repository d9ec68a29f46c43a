import { openApiDocument } from "./openapi.ts";

/** The contract as a document for programs. */
export const serveOpenApi = () =>
  new Response(openApiDocument(), {
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "public, max-age=60" },
  });
